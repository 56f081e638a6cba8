#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""read_log.py nccl-log|rows FILE: what anybody would write to get the same facts out of a log."""
import re
import sys

CONNECTION = re.compile(r"NCCL INFO Channel (\d+)(?:/\d+)? : (-?\d+)\[\w+\] -> (-?\d+)\[\w+\](?: \[(send|receive)\])?(?: via (\S+))?")
RING = re.compile(r"NCCL INFO Channel (\d+)/\d+ :((?: +\d+)+)$")
TREES = re.compile(r"NCCL INFO Trees (.*)$")
SETTING = re.compile(r"NCCL INFO ((?:NCCL|RCCL)_\w+) set (?:by environment )?to (.*?)\.?$")
VERSION = re.compile(r"(NCCL|RCCL) version :? ?(\S+)")
BOOTSTRAP = re.compile(r"NCCL INFO Bootstrap ?: Using (\S+?):(\S+)<")
NICS = re.compile(r"NCCL INFO NET/(IB|Socket) : Using (.*)")
TOPOLOGY = re.compile(r"NCCL INFO Loading topology file (.*)")
RANKS = re.compile(r"nranks (\d+)")
NETWORK = re.compile(r"NCCL INFO Using network (.*)")
WARN = re.compile(r"NCCL WARN (.*)")
MOST = 1 << 18


def library(path):
    connections, rings, trees, settings, nics, warnings = [], [], set(), {}, set(), {}
    facts = {}
    count = direct = 0
    with open(path, errors="replace") as log:
        for line in log:
            line = line.rstrip("\n")
            if "NCCL" not in line:
                continue
            found = CONNECTION.search(line)
            if found:
                channel, source, target, way, via = found.groups()
                count += 1
                direct += "GDRDMA" in via
                if len(connections) < MOST:
                    connections.append((int(channel), int(source), int(target), way, via))
                continue
            found = WARN.search(line)
            if found:
                warnings[found.group(1)] = warnings.get(found.group(1), 0) + 1
                continue
            found = RING.search(line)
            if found:
                rings.append((int(found.group(1)), [int(rank) for rank in found.group(2).split()]))
                continue
            found = TREES.search(line)
            if found:
                trees.add(found.group(1))
                continue
            found = SETTING.search(line)
            if found:
                settings[found.group(1)] = found.group(2)
                continue
            found = NICS.search(line)
            if found:
                nics.update(found.group(2).split(";")[0].split())
                continue
            for name, pattern in (("version", VERSION), ("bootstrap", BOOTSTRAP), ("topology", TOPOLOGY), ("ranks", RANKS), ("network", NETWORK)):
                found = pattern.search(line)
                if found:
                    facts[name] = found.groups()
                    break
    print("connections", count, "direct", direct, "warnings", len(warnings), "rings", len(rings), "settings", len(settings))


def number(cell):
    return None if cell == "N/A" else float(cell)


def rows(path):
    table, header, ranks, config, facts = [], None, [], None, {}
    most = 0.0
    with open(path, errors="replace") as log:
        for line in log:
            line = line.strip()
            if line.startswith("#"):
                words = line.lstrip("# ").split()
                if "algbw" in words and "busbw" in words:
                    header = words
                elif words[:1] == ["nThread"]:
                    config = line
                elif words[:1] == ["Rank"]:
                    ranks.append(line)
                elif line.startswith("# Avg bus bandwidth"):
                    facts["average"] = float(line.split(":")[1])
                elif line.startswith("# Out of bounds"):
                    facts["outside"] = int(line.split(":")[1].split()[0])
                continue
            cells = line.split()
            if header is None or len(cells) != len(header) or not cells[0].isdigit():
                continue
            row, half = {}, None
            for name, cell in zip(header, cells):
                if name in ("size", "count", "root"):
                    row[name] = int(cell)
                elif name in ("type", "redop"):
                    row[name] = cell
                else:
                    if name == "time":
                        half = row["in_place" if half is not None else "out_of_place"] = {}
                    half[name] = number(cell)
                    if name == "busbw":
                        most = max(most, half[name])
            table.append(row)
    print("rows", len(table), "most", most)


{"nccl-log": library, "rows": rows}[sys.argv[1]](sys.argv[2])
