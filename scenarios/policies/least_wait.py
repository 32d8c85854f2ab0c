#!/usr/bin/env python3
"""Forwards as mcsim's least-expected-wait: lacking slots x mean run time / slots, and the way.

mcsim run scenario.json --set model.forward_policy=wait --policy wait='python3 least_wait.py'
"""
import json
import sys
from decimal import Decimal

USUAL_RUN = Decimal(3600)  # s, where no job has ended yet


def takes(queue, question):
    """Whether a queue accepts the job, has what it requires, and free slots or backlog room."""
    pending = 0 if question["forward_free_test"] == "available" else queue["pending"]
    least = question["job"]["slots"] if question["forward_free_test"] == "fits" else 1
    free = 0 if queue["cold"] else queue["available"] - pending
    room = queue["backlog_room"]
    return queue["open"] and queue["satisfies_requirements"] and (
        free >= least or room == "infinit" or room > 0)


def expected_wait(queue, job):
    """In whole milliseconds, like mcsim's."""
    lacking = max(0, queue["pending"] + job["slots"] - queue["available"])
    run = queue["mean_run"] if queue["ends"] > 0 else USUAL_RUN
    way = int(queue["latency"] * 1000)
    return lacking * int(run * 1000) // max(queue["total"], 1) + way


for line in sys.stdin:
    question = json.loads(line, parse_float=Decimal)
    takers = [queue for queue in question["candidates"] if takes(queue, question)]
    best = min(takers, key=lambda queue: expected_wait(queue, question["job"]), default=None)
    print(json.dumps({"choice": best and best["queue"]}), flush=True)
