#!/usr/bin/env python3
"""Exported units go to who has fewest, and idle slots of a shared lease to the side that has fewer
idle: policies for

    mcsim run SCENARIO --set model.lease_dealing=own --set model.lease_reclaim=own \\
        --policy own='python3 own_leases.py'

which decide as mcsim's own `turns` and `lsf`. One program answers both kinds of questions.
"""
import json
import sys


def deal(question):
    given = question["given"]
    return {"choice": given.index(min(given))}


def reclaim(question):
    idle = {side: question[side]["available"] - question[side]["used"]
            for side in ("provider", "consumer")}
    if idle["provider"] == idle["consumer"]:
        return {"idle_to": None}
    return {"idle_to": min(idle, key=idle.get)}


answers = {"deal": deal, "reclaim": reclaim}
for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps(answers[question["kind"]](question)), flush=True)
