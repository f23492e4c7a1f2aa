"""A flock that wheels over a lake, as an agent: an engine that cannot restore, and says what it looks like.

Birds are known by their number, have a name, a trail of the places where they turned, and perhaps
another bird that they follow. With the argument `blind` it draws nothing; with `dies` it ends at step 30.
"""
import math
import sys

import laplace_agent
from laplace_agent import struct


def f32(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


class Birds:
    name = "birds"
    restores = False
    step_duration = (1, 30)
    parameters = [("count", "int64")]
    defaults = [3]
    inputs = [("join", [("x", "float32"), ("y", "float32")]), ("leave", [("bird", "int64")])]
    events = [("turned", [("bird", "int64")])]
    tables = [
        ("stepIndex", "value", [(1, [("", "int64", "")])]),
        ("birds", "rows", [
            (0, [("id", "uint32", "key"), ("x", "float32", "position x"), ("y", "float32", "position y"),
                 ("cosine", "float32", "cosine"), ("sine", "float32", "sine"),
                 ("vx", "float32", "velocity x"), ("vy", "float32", "velocity y")]),
            (1, [("leader", "uint8", "", ("presence",), "has leader"),
                 ("", "uint32", "", ("number", None, 7), "leader"),
                 ("name", "uint32", "", ("count", 2)), ("turns", "uint32", "", ("count", 3))])]),
        ("birds.name", "text", [(1, [("", "uint8", "")])]),
        ("birds.turns", "rows", [(1, [("x", "float32", ""), ("y", "float32", "")])]),
    ]
    names = ["Ada", "Bo", "Cleo", "Dag", "Eva"]

    def __init__(self, parameters, seed):
        self.step_index, self.next = 0, 1
        self.birds = []
        self.last_events = []
        for i in range(min(max(parameters[0], 0), 100)):
            self.join(f32(3 * i + (seed % 7) / 8), f32(i))

    def join(self, x, y):
        leader = self.birds[-1]["id"] if self.birds else None
        self.birds.append({"id": self.next, "x": x, "y": y, "heading": (self.next * 5 + 1) % 8,
                           "leader": leader, "name": self.names[self.next % 5], "turns": []})
        self.next += 1

    # Eight headings: their cosines and sines are the same numbers on every machine.
    half = f32(0.70710678)
    cosines = [1.0, half, 0.0, -half, -1.0, -half, 0.0, half]

    def step(self, inputs):
        self.last_events = []
        for kind, values in inputs:
            if kind == "join":
                self.join(*values)
            else:
                self.birds = [b for b in self.birds if b["id"] != values[0]]
                for b in self.birds:
                    b["leader"] = None if b["leader"] == values[0] else b["leader"]
        for b in self.birds:
            cosine, sine = self.cosines[b["heading"]], self.cosines[(b["heading"] + 6) % 8]
            b["x"], b["y"] = f32(b["x"] + f32(cosine / 8)), f32(b["y"] + f32(sine / 8))
            if (self.step_index + 7 * b["id"]) % 20 == 0:
                b["heading"] = (b["heading"] + 1) % 8
                b["turns"] = (b["turns"] + [(b["x"], b["y"])])[-4:]
                self.last_events.append(("turned", [b["id"]]))
        self.step_index += 1
        if self.step_index == 30 and "dies" in sys.argv:
            raise ValueError("the lake is frozen")

    @property
    def state(self):
        birds = self.birds
        cosines = [self.cosines[b["heading"]] for b in birds]
        sines = [self.cosines[(b["heading"] + 6) % 8] for b in birds]
        letters = [byte for b in birds for byte in b["name"].encode()]
        turns = [turn for b in birds for turn in b["turns"]]
        return {
            "stepIndex": {"": [self.step_index]},
            "birds": {
                "x": [b["x"] for b in birds], "y": [b["y"] for b in birds], "cosine": cosines, "sine": sines,
                "vx": [f32(c * 3.75) for c in cosines], "vy": [f32(s * 3.75) for s in sines],
                "id": [b["id"] for b in birds], "has leader": [int(b["leader"] is not None) for b in birds],
                "leader": [b["leader"] or 0 for b in birds], "name": [len(b["name"]) for b in birds],
                "turns": [len(b["turns"]) for b in birds]},
            "birds.name": {"": letters},
            "birds.turns": {"x": [x for x, _ in turns], "y": [y for _, y in turns]},
        }

    def look(self):
        lake = [("polygon", [(-4, -5), (12, -5), (12, 6), (-4, 6)], 1)]
        flock, follows = [], []
        places = {b["id"]: (b["x"], b["y"]) for b in self.birds}
        for b in self.birds:
            cosine, sine = self.cosines[b["heading"]], self.cosines[(b["heading"] + 6) % 8]
            wings = [(b["x"] + a * cosine - c * sine, b["y"] + a * sine + c * cosine)
                     for a, c in [(0.6, 0), (-0.4, 0.5), (-0.2, 0), (-0.4, -0.5)]]
            flock.append((b["id"], 1, b["name"], b["x"], b["y"], cosine, sine, 3.75 * cosine, 3.75 * sine,
                          [("polygon", wings, 0), ("line", b["turns"] + [(b["x"], b["y"])])]))
            if b["leader"] is not None:
                follows.append((2, b["x"], b["y"], *places[b["leader"]]))
        return {
            "styles": [("lake", "sky"), ("bird", "varied"), ("follows", "rose")],
            "layers": [("lake", "background", [(0, 0, "lake", 3, 1, 0, 0, 0, 0, lake)], []),
                       ("birds", "subject", flock, []), ("leaders", "annotation", [], follows)],
        }

    if "blind" not in sys.argv:
        drawing = look


laplace_agent.serve(Birds)
