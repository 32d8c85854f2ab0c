#!/usr/bin/env python3
"""Forwards as mcsim's power-of-d with d = 2: of two queues drawn, the one with less work a slot.

mcsim run scenario.json --set model.forward_policy=two --policy two='python3 power_of_two.py'
"""
import json
import sys


def takes(queue, question):
    """Whether a queue accepts the job, has what it requires, and free slots or backlog room."""
    pending = 0 if question["forward_free_test"] == "available" else queue["pending"]
    least = question["job"]["slots"] if question["forward_free_test"] == "fits" else 1
    free = 0 if queue["cold"] else queue["available"] - pending
    room = queue["backlog_room"]
    return queue["open"] and queue["satisfies_requirements"] and (
        free >= least or room == "infinit" or room > 0)


def has_less(a, b):
    """Whether queue a has less work for each of its slots than queue b."""
    if a["total"] == 0 or b["total"] == 0:
        return a["total"] > b["total"] and b["total"] == 0
    work = [queue["total"] - queue["available"] + queue["pending"] for queue in (a, b)]
    return work[0] * b["total"] < work[1] * a["total"]


def choose(question):
    takers = [queue for queue in question["candidates"] if takes(queue, question)]
    best, wanted = None, min(2, len(takers))
    for at, queue in enumerate(takers):
        # The next of those that are left is one of the `wanted` that are still to be drawn.
        left = len(takers) - at
        if wanted == 0 or question["draws"][at] * left >> 53 >= wanted:
            continue
        wanted -= 1
        if best is None or has_less(queue, best):
            best = queue
    return best["queue"] if best else None


for line in sys.stdin:
    print(json.dumps({"choice": choose(json.loads(line))}), flush=True)
