#!/usr/bin/env python3
"""Every queue of a slot pool gets the same share, whatever its SLOT_SHARE: a policy for

    mcsim run SCENARIO --set model.pool_shares=even --policy even='python3 equal_shares.py'

which decides as mcsim's own `equal`.
"""
import json
import sys


def share_out(pool):
    queues = pool["queues"]
    order = sorted(range(len(queues)),
                   key=lambda at: (queues[at]["accumulated"], -queues[at]["priority"], at))
    slots = [0] * len(queues)
    left = pool["total"]

    def room(at):
        limit = queues[at]["limit"]
        demand = queues[at]["demand"]
        return (demand if limit is None else min(demand, limit)) - slots[at]

    def give(at, most):
        nonlocal left
        given = min(most, room(at), left)
        slots[at] += given
        left -= given

    def one_pass():
        before = left
        for at in order:
            give(at, -(-before // len(queues)))
        return before != left and sum(room(at) > 0 for at in order) > 1

    again = one_pass()
    if not pool["use_priority"]:
        if pool["leftover"] == "ratio":
            while left > 0 and any(room(at) > 0 for at in order):
                wanting = sum(room(at) > 0 for at in order)
                for at in order:
                    if room(at) > 0:
                        give(at, -(-left // wanting))
                        wanting -= 1
        else:
            while again:
                again = one_pass()
            for at in order:
                give(at, left)
    return {"slots": {queue["name"]: slots[at] for at, queue in enumerate(queues)},
            "order": [queues[at]["name"] for at in order]}


for line in sys.stdin:
    print(json.dumps(share_out(json.loads(line))), flush=True)
