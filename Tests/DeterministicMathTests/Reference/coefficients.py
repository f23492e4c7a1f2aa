#!/usr/bin/env python3
"""Derives the polynomial coefficients and constants of Sources/DeterministicMath.

Each polynomial interpolates its function at Chebyshev nodes (in 200 bits), which comes within a
small factor of the minimax polynomial; one term more than minimax would need makes up for it.
Coefficients are then rounded to binary64, lowest power first. Prints the largest relative error
of what the polynomial contributes to, so that the choice of degree can be checked.

Usage: python3 coefficients.py
"""
from mpmath import mp, mpf, cos, sin, atan, asin, exp, log, pi, floor, ldexp, matrix, lu_solve

mp.prec = 400


def fit(name, function, low, high, terms, weight):
    """`function` on [low, high] by `terms` coefficients; `weight(v)` scales the error printed."""
    nodes = [
        (low + high) / 2 + (high - low) / 2 * cos(pi * (2 * k + 1) / (2 * terms))
        for k in range(terms)
    ]
    system = matrix(terms, terms)
    right = matrix(terms, 1)
    for row, node in enumerate(nodes):
        for power in range(terms):
            system[row, power] = node**power
        right[row] = function(node)
    solution = lu_solve(system, right)
    rounded = [float(solution[i]) for i in range(terms)]
    worst = mpf(0)
    for k in range(1, 1000):
        v = low + (high - low) * k / 1000
        value = mpf(0)
        for c in reversed(rounded):
            value = value * v + mpf(c)
        worst = max(worst, abs(value - function(v)) * weight(v))
    print(f"{name}: error 2^{float(log(worst, 2)):.1f}")
    for c in rounded:
        print(f"  {c!r}")


def root(z):
    return mp.sqrt(z)


quarter = (pi / 4 + mpf(2) ** -20) ** 2
fit("sin: (sin x - x)/x^3 in z = x^2",
    lambda z: (sin(root(z)) - root(z)) / root(z) ** 3, mpf(2) ** -40, quarter, 7,
    lambda z: z)
fit("cos: (cos x - 1 + z/2)/z^2 in z = x^2",
    lambda z: (cos(root(z)) - 1 + z / 2) / z**2, mpf(2) ** -40, quarter, 7, lambda z: z**2)
fit("single sin: (sin x - x)/x^3 in z = x^2",
    lambda z: (sin(root(z)) - root(z)) / root(z) ** 3, mpf(2) ** -40, quarter, 4,
    lambda z: z)
fit("single cos: (cos x - 1 + z/2)/z^2 in z = x^2",
    lambda z: (cos(root(z)) - 1 + z / 2) / z**2, mpf(2) ** -40, quarter, 4, lambda z: z**2)
fit("atan: (atan x - x)/x^3 in z = x^2",
    lambda z: (atan(root(z)) - root(z)) / root(z) ** 3, mpf(2) ** -40, mpf("0.4375") ** 2, 13,
    lambda z: z)
fit("asin: (asin x - x)/x^3 in z = x^2",
    lambda z: (asin(root(z)) - root(z)) / root(z) ** 3, mpf(2) ** -40, mpf("0.25"), 15,
    lambda z: z)
half = log(2) / 2 + mpf(2) ** -20
fit("exp: (exp r - 1 - r)/r^2 in r",
    lambda r: (exp(r) - 1 - r) / r**2 if abs(r) > mpf(2) ** -60 else mpf(1) / 2,
    -half, half, 11, lambda r: r**2)
fit("log: (log(1 + r) - r + r^2/2)/r^3 in r",
    lambda r: (mp.log1p(r) - r + r**2 / 2) / r**3 if abs(r) > mpf(2) ** -60 else mpf(1) / 3,
    -mpf("0.0095"), mpf("0.0095"), 8, lambda r: r**2)


def parts(name, value, bits):
    """`value` as a sum of binary64 numbers, the first ones cut to so many bits."""
    print(name)
    rest = value
    for width in bits:
        exponent = int(floor(log(abs(rest), 2)))
        unit = mpf(2) ** (exponent - width + 1)
        part = floor(abs(rest) / unit) * unit * (1 if rest > 0 else -1)
        if width == 53:
            part = mpf(float(rest))
        print(f"  {float(part)!r}  {float(part).hex()}")
        rest -= part


parts("pi/2 in 33 + 53 bits", pi / 2, [33, 53])
parts("pi/2", pi / 2, [53, 53])
parts("pi", pi, [53, 53])
parts("pi/4", pi / 4, [53, 53])
parts("atan 1/2", atan(mpf(1) / 2), [53, 53])
parts("atan 3/2", atan(mpf(3) / 2), [53, 53])
parts("ln 2 in 38 + 53 bits", log(2), [38, 53])
print("1/ln 2", repr(float(1 / log(2))), "2/pi", repr(float(2 / pi)))

print("logarithm table: factor c, -log c as a multiple of 2^-42, rest")
first = (1023 << 52) - (37 * (1 << 46) + (1 << 47) // 3)
largest = 0
for index in range(64):
    edges = []
    for bits in (first + (index << 46), first + (index + 1 << 46)):
        edges.append(ldexp(mpf((bits & (1 << 52) - 1) | 1 << 52), (bits >> 52) - 1075))
    low, high = edges
    c = mpf(1) if low < 1 < high else mp.nint(1024 * 2 / (low + high)) / 1024
    largest = max(largest, abs(low * c - 1), abs(high * c - 1))
    top = mp.nint(ldexp(-log(c), 42)) / mpf(2) ** 42
    rest = float(-log(c) - top)
    print(f"    case {index}: LogarithmStep({float(c)!r}, {float(top)!r}, {rest!r})")
print(f"first pattern 0x{first:016X}, largest |zc - 1| {float(largest)}")

mp.prec = 2000
print("2/pi in words of 64 bits")
scaled = 2 / pi
for index in range(21):
    scaled = ldexp(scaled, 64)
    word = int(floor(scaled))
    scaled -= word
    print(f"  case {index + 1}: 0x{word >> 48:04X}_{word >> 32 & 0xFFFF:04X}"
          f"_{word >> 16 & 0xFFFF:04X}_{word & 0xFFFF:04X}")
