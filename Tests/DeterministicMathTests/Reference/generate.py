#!/usr/bin/env python3
"""Writes the reference tables of the elementary functions, computed by mpmath with 60 digits.

One text file per function and precision (`sin.f64.txt`, `sin.f32.txt`, …). A line holds the
arguments and the nearest floating-point result as hexadecimal bit patterns, then what the exact
result is above that, in thousandths of the gap between neighbouring numbers at the result:

    3ff0000000000000 3feaed548f090cee 43

Random arguments come from a fixed seed, so a second run writes the same bytes.

Usage: python3 generate.py   (needs mpmath)
"""
import random
import struct
from pathlib import Path

import mpmath
from mpmath import mp, mpf

mp.dps = 60
HERE = Path(__file__).parent


class Format:
    def __init__(self, name, code, integer, bits, precision, emin, count):
        self.name, self.code, self.integer = name, code, integer
        self.bits, self.precision, self.emin, self.count = bits, precision, emin, count
        self.fraction = precision - 1
        self.emax = 1 - emin

    def pattern(self, x):
        return struct.unpack(self.integer, struct.pack(self.code, x))[0]

    def number(self, pattern):
        return struct.unpack(self.code, struct.pack(self.integer, pattern))[0]

    def make(self, significand, exponent, negative=False):
        """±significand·2^(exponent − fraction), for a significand with its leading one."""
        x = mpmath.ldexp(significand, exponent - self.fraction)
        return float(-x if negative else x)

    def nearest(self, x):
        """The pattern of the number nearest to `x`, and the rest in thousandths of a gap."""
        negative = x < 0
        size = abs(x)
        if size == 0:
            return 0, 0
        _, e = mpmath.frexp(size)
        gap_exponent = max(int(e) - 1, self.emin) - self.fraction
        scaled = mpmath.ldexp(size, -gap_exponent)
        whole = int(mpmath.nint(scaled))
        if abs(scaled - whole) == mpf(1) / 2:
            whole = int(mpmath.floor(scaled))
            whole += whole & 1
        value = mpmath.ldexp(mpf(whole), gap_exponent)
        if value >= mpmath.ldexp(1, self.emax + 1):
            return None
        thousandths = int(mpmath.nint((scaled - whole) * 1000))
        p = self.pattern(float(value))
        if negative:
            p |= 1 << (self.bits - 1)
            thousandths = -thousandths
        return p, thousandths


F64 = Format("f64", "<d", "<Q", 64, 53, -1022, 2400)
F32 = Format("f32", "<f", "<I", 32, 24, -126, 900)


def rounded(f, x):
    return f.number(f.nearest(mpf(x))[0])


def spread(f, rng, low, high, count, both=True):
    """Random significands with exponents evenly spread over low … high."""
    for _ in range(count):
        m = rng.getrandbits(f.fraction) | 1 << f.fraction
        yield f.make(m, rng.randint(low, high), both and rng.random() < 0.5)


def subnormals(f, rng, count, both=True):
    for _ in range(count):
        p = rng.getrandbits(f.fraction) >> rng.randrange(f.fraction) | 1
        yield f.number(p) * (-1 if both and rng.random() < 0.5 else 1)


def near(f, rng, centre, count):
    """The number nearest to `centre` and some of its neighbours."""
    p = f.nearest(mpf(centre))[0]
    for _ in range(count):
        yield f.number(p + rng.randint(-3, 3))


def near_right_angles(f, rng, count):
    """Numbers as near as possible to a multiple of π/2, for every exponent, found by continued
    fractions of 2^e / (π/2): J.-M. Muller, "Elementary Functions", section on worst cases."""
    found = []
    for exponent in range(-1, f.emax + 1):
        unit = mpmath.ldexp(mpf(1), exponent - f.fraction)
        mp.prec = f.emax + 3 * f.precision + 100
        ratio = unit / (mp.pi / 2)
        low, high = 1 << f.fraction, (1 << f.precision) - 1
        # Convergents q/p of ratio: p·ratio close to q, so significand p is close to q right angles.
        h0, h1, k0, k1 = 0, 1, 1, 0
        x = ratio
        for _ in range(200):
            a = int(mpmath.floor(x))
            h0, h1 = h1, a * h1 + h0
            k0, k1 = k1, a * k1 + k0
            if k1 > high:
                break
            for times in (1, 3, 5):
                if low <= k1 * times <= high:
                    distance = abs(k1 * times * ratio - mpmath.nint(k1 * times * ratio))
                    found.append((float(distance), f.make(k1 * times, exponent)))
            rest = x - a
            if rest == 0:
                break
            x = 1 / rest
        mp.dps = 60
    found.sort()
    hardest = [x for _, x in found[: count // 2]]
    rest = [x for _, x in found[count // 2:]]
    yield from hardest
    yield from (rng.choice(rest) * rng.choice((-1, 1)) for _ in range(count // 2))


def angles(f, rng):
    n = f.count
    yield from spread(f, rng, -30, 5, n // 3)
    yield from spread(f, rng, 5, 30, n // 6)
    yield from spread(f, rng, 30, f.emax, n // 6)
    yield from near_right_angles(f, rng, n // 6)
    for k in range(n // 12):
        yield from near(f, rng, mp.pi / 4 * rng.randint(1, 1 << rng.randrange(1, 20)), 1)
    yield from subnormals(f, rng, 20)
    yield from (f.number(f.pattern(float("inf")) - 1), -f.number(1), 1.0)


def in_unit(f, rng):
    n = f.count
    yield from spread(f, rng, -30, -1, n // 2)
    yield from (rounded(f, rng.uniform(-1, 1)) for _ in range(n // 3))
    for k in range(n // 12):
        yield f.number(f.pattern(1.0) - rng.getrandbits(rng.randrange(1, f.fraction)))
    yield from near(f, rng, 0.5, 8)
    yield from subnormals(f, rng, 10)
    yield from (1.0, -1.0, 0.5, -0.5)


def everything(f, rng):
    n = f.count
    yield from spread(f, rng, -30, 10, n // 2)
    yield from spread(f, rng, f.emin, f.emax, n // 4)
    for c in ("0.4375", "0.6875", "1.1875", "2.4375", "1"):
        yield from near(f, rng, mpf(c), 6)
    yield from subnormals(f, rng, 10)


def exponents(f, rng):
    n = f.count
    top = float(mp.log(2) * (f.emax + 1))
    bottom = float(mp.log(2) * (f.emin - f.fraction - 1))
    yield from (rounded(f, rng.uniform(bottom, top)) for _ in range(n // 3))
    yield from spread(f, rng, -60, 6, n // 3)
    for _ in range(n // 6):  # where the reduction changes its multiple
        yield from near(f, rng, mp.log(2) * (rng.randint(-100, 100) + mpf(1) / 2), 1)
    for _ in range(n // 8):  # subnormal results
        yield rounded(f, rng.uniform(bottom, float(mp.log(2) * f.emin)))
    yield from subnormals(f, rng, 10)


def positives(f, rng):
    n = f.count
    yield from spread(f, rng, f.emin, f.emax, n // 3, both=False)
    yield from (rounded(f, rng.uniform(0.5, 2)) for _ in range(n // 3))
    for _ in range(n // 4):  # near one
        yield f.number(f.pattern(1.0) + rng.choice((-1, 1)) * rng.getrandbits(
            rng.randrange(1, f.fraction - 1)))
    yield from near(f, rng, mp.sqrt(2), 8)
    yield from near(f, rng, mp.sqrt(mpf(1) / 2), 8)
    yield from subnormals(f, rng, 30, both=False)


def points(f, rng):
    n = f.count
    for y, x in zip(spread(f, rng, -20, 20, n // 2), spread(f, rng, -20, 20, n // 2)):
        yield y, x
    for y, x in zip(spread(f, rng, f.emin, f.emax, n // 4), spread(f, rng, f.emin, f.emax, n // 4)):
        yield y, x
    for y, x in zip(subnormals(f, rng, 30), spread(f, rng, f.emin, 10, 30)):
        yield y, x
    for y, x in zip(subnormals(f, rng, 30), subnormals(f, rng, 30)):
        yield y, x
    for x in spread(f, rng, -5, 5, n // 6):
        ratio = rng.choice(("0.4375", "0.6875", "1", "1.1875", "2.4375"))
        yield rounded(f, mpf(x) * mpf(ratio)), x


def powers(f, rng):
    n = f.count
    top = float(mp.log(2) * f.emax)
    for x in spread(f, rng, f.emin, f.emax, n // 3, both=False):
        yield x, rounded(f, rng.uniform(-top, top) / float(mp.log(mpf(x)) or 1))
    for x in spread(f, rng, -4, 4, n // 4, both=False):
        yield x, rounded(f, rng.uniform(-20, 20))
    for x in spread(f, rng, -10, 10, n // 8):  # negative bases
        yield x, float(rng.randint(-11, 11) or 1)
    for _ in range(n // 4):  # bases next to one, huge exponents
        x = f.number(f.pattern(1.0) + rng.choice((-1, 1)) * rng.randint(
            1, 1 << rng.randrange(1, f.fraction - 1)))
        yield x, rounded(f, rng.uniform(-top, top) / float(mp.log(mpf(x))))
    for x in subnormals(f, rng, 20, both=False):
        yield x, rounded(f, rng.uniform(-1, 1))
    for _ in range(20):  # subnormal results
        x = rounded(f, rng.uniform(1.1, 9))
        yield x, rounded(
            f, rng.uniform(f.emin - f.fraction, f.emin) * float(mp.log(2) / mp.log(mpf(x))))


def exact_angle(function):
    def evaluate(x):
        mp.prec = 1400  # enough for the largest angle, whose whole turns take 1024 bits
        value = function(x)
        mp.dps = 60
        return +value
    return evaluate


FUNCTIONS = {
    "sin": (angles, exact_angle(mpmath.sin)),
    "cos": (angles, exact_angle(mpmath.cos)),
    "tan": (angles, exact_angle(mpmath.tan)),
    "asin": (in_unit, mpmath.asin),
    "acos": (in_unit, mpmath.acos),
    "atan": (everything, mpmath.atan),
    "atan2": (points, mpmath.atan2),
    "exp": (exponents, mpmath.exp),
    "log": (positives, mpmath.log),
    "pow": (powers, mpmath.power),
}


def main():
    for name, (arguments, function) in FUNCTIONS.items():
        for f in (F64, F32):
            rng = random.Random(f"{name}.{f.name}")
            lines = set()
            for argument in arguments(f, rng):
                values = argument if isinstance(argument, tuple) else (argument,)
                if any(abs(v) == float("inf") or v != v for v in values):
                    continue
                result = function(*(mpf(v) for v in values))
                nearest = f.nearest(result)
                if nearest is None or result == 0:
                    continue
                width = f.bits // 4
                patterns = [f"{f.pattern(v):0{width}x}" for v in values]
                lines.add(" ".join([*patterns, f"{nearest[0]:0{width}x}", str(nearest[1])]))
            path = HERE / f"{name}.{f.name}.txt"
            path.write_text("\n".join(sorted(lines)) + "\n")
            print(f"{path.name}: {len(lines)} points")


if __name__ == "__main__":
    main()
