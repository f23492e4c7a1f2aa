"""Decodes a block of the view track as the format's page describes it, without any of this project's
code.

Reads JSON: `tables`, for each a list of its columns' kinds (key, position, angle); `samples`, how many;
`block`, its bytes in hexadecimal. Writes, for each sample, null or the tables' rows of whole numbers.
"""

import json
import sys

END = 1 << 52
TURN = 4096
WORD = 1 << 64

question = json.load(sys.stdin)
block = bytes.fromhex(question["block"])
place = 0


def byte():
    global place
    place += 1
    return block[place - 1]


def varint():
    value = shift = 0
    while True:
        part = byte()
        value |= (part & 127) << shift
        if part < 128:
            return value
        shift += 7


tables = question["tables"]
counts = [0] * len(tables)
samples = []
for _ in range(question["samples"]):
    kind = byte()
    if kind == 2:
        counts = [varint() for _ in tables]
    samples.append(None if kind == 0 else list(counts))
there = [sample for sample in samples if sample is not None]

tokens = []
for table, columns in enumerate(tables):
    for _ in columns:
        size = sum(sample[table] for sample in there)
        tokens.append(block[place : place + size])
        place += size


def shortest(difference):
    return (difference + TURN // 2) % TURN - TURN // 2


class Past:
    def __init__(self, first):
        self.values = [first]
        self.count = 0
        self.costs = [0, 0, 0]

    def predictions(self, kind):
        last = self.values[-1]
        if kind == "key" or (kind == "position" and last == END):
            return [last] * 3
        line = 2 * last - self.values[-2] if self.count >= 2 else last
        bent = 3 * (last - self.values[-2]) + self.values[-3] if self.count >= 3 else line
        return [last, line, bent]

    def take(self, value, predictions, kind):
        if kind != "key" and self.count > 0:
            for index, prediction in enumerate(predictions):
                off = value - prediction
                if kind == "angle":
                    off = shortest(off)
                length = (2 * off if off >= 0 else -2 * off - 1).bit_length()
                cost = self.costs[index]
                self.costs[index] = cost - cost // 4 + 4 * length
        if kind == "angle":
            value = self.values[-1] + shortest(value - self.values[-1])
        # What the row was expected to begin with is none of its numbers.
        self.values = (self.values if self.count else []) + [value]
        self.count += 1

    def next(self, residual, kind):
        predictions = self.predictions(kind)
        prediction = predictions[self.costs.index(min(self.costs))]
        off = residual >> 1 if residual % 2 == 0 else -(residual >> 1) - 1
        value = prediction + off
        if kind == "key":
            value = (value + WORD // 2) % WORD - WORD // 2
        if kind == "angle":
            value %= TURN
        self.take(value, predictions, kind)
        return value


answer = [None if sample is None else [[] for _ in tables] for sample in samples]
column = 0
for table, kinds in enumerate(tables):
    for kind in kinds:
        read = iter(tokens[column])
        column += 1
        first = 0
        for row in range(max((sample[table] for sample in there), default=0)):
            past = Past(first)
            isFirst = True
            for index, sample in enumerate(samples):
                if sample is None or row >= sample[table]:
                    continue
                residual = next(read)
                if residual >= 248:
                    size = residual - 247
                    residual = 248 + int.from_bytes(block[place : place + size], "little")
                    place += size
                value = past.next(residual, kind)
                if isFirst:
                    first, isFirst = value, False
                rows = answer[index][table]
                while len(rows) <= row:
                    rows.append([])
                rows[row].append(value)

assert place == len(block), "bytes are left"
json.dump(answer, sys.stdout)
