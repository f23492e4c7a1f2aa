"""The particles of Tests/TestSupport/Particles.swift as an agent.

Numbers are binary32: f32() rounds each result. Python's own numbers are binary64, which hold the
sum or the product of two binary32 numbers closely enough for rounding twice to change nothing.
"""
import struct

import laplace_agent


def f32(x):
    try:
        return struct.unpack("<f", struct.pack("<f", x))[0]
    except OverflowError:
        return float("inf") if x > 0 else float("-inf")


class Particles:
    name = "particles"
    step_duration = (1, 60)
    parameters = [("count", "int64"), ("gravity", "float32")]
    defaults = [5, 10.0]
    inputs = [("nudge", [("particle", "int64"), ("vx", "float32"), ("vy", "float32")]), ("calm", [])]
    events = [("bounced", [("particle", "int64")])]
    # Each column is a group of its own: cadence (0 every step, 1 key frame) and name, type, role.
    tables = [
        ("stepIndex", "value", [(1, [("", "int64", "")])]),
        ("particles", "rows", [
            (0, [("x", "float32", "position x")]), (0, [("y", "float32", "position y")]),
            (0, [("vx", "float32", "velocity x")]), (0, [("vy", "float32", "velocity y")]),
            (1, [("bounces", "uint32", "")])]),
    ]

    def __init__(self, parameters, seed):
        count, self.gravity = parameters
        spreads = [(seed + 1) * (i + 1) * 2654435761 & 0xFFFFFFFF for i in range(min(max(count, 0), 1000))]
        self.state = {"stepIndex": {"": [0]}, "particles": {
            "x": [float(i) for i in range(len(spreads))], "y": [f32(1 + (s >> 20) / 4096) for s in spreads],
            "vx": [(s & 255) / 256 for s in spreads], "vy": [0.0] * len(spreads), "bounces": [0] * len(spreads)}}
        self.last_events = []

    def step(self, inputs):
        x, y, vx, vy, bounces = self.state["particles"].values()
        self.last_events = []
        for kind, values in inputs:
            if kind == "calm":
                vx[:] = [0.0] * len(vx)
            elif 0 <= values[0] < len(x):
                vx[values[0]] = f32(vx[values[0]] + values[1])
                vy[values[0]] = f32(vy[values[0]] + values[2])
        h = f32(1 / 60)
        for i in range(len(x)):
            vy[i] = f32(vy[i] - f32(h * self.gravity))
            x[i] = f32(x[i] + f32(h * vx[i]))
            y[i] = f32(y[i] + f32(h * vy[i]))
            if y[i] < 0:
                y[i], vy[i] = -y[i], f32(-0.75 * vy[i])
                bounces[i] += 1
                self.last_events.append(("bounced", [i]))
        self.state["stepIndex"][""][0] += 1


laplace_agent.serve(Particles)
