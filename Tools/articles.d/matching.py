"""Whether a command printed what the page prints. `…` stands for what varies."""

import re


def mismatch(expected, found):
    """`None`, or (the expected line, the line found in its place).

    A line `…` matches any number of lines, `…` inside a line any text. What lies between two
    lines `…` is matched as early as possible, as in any glob, so no match is missed.
    """
    expected, found = _trimmed(expected), _trimmed(found)
    pieces = [[]]
    for line in expected:
        if line.strip() == "…":
            pieces.append([])
        else:
            pieces[-1].append(line)
    at = 0
    for index, piece in enumerate(pieces):
        is_last = index == len(pieces) - 1
        if index == 0:
            wrong = _first_wrong(piece, found, 0)
            if wrong is not None:
                return piece[wrong], _line(found, wrong)
            if is_last and len(found) > len(piece):
                return "nothing more", found[len(piece)]
            at = len(piece)
        elif is_last:
            start = len(found) - len(piece)
            wrong = _first_wrong(piece, found, max(start, at))
            if start < at or wrong is not None:
                return piece[wrong or 0], _line(found, max(start, at) + (wrong or 0))
        else:
            start = at
            while start <= len(found) and _first_wrong(piece, found, start) is not None:
                start += 1
            if start > len(found):
                return piece[0], f"no such lines behind line {at}"
            at = start + len(piece)
    return None


def _first_wrong(piece, found, start):
    for offset, line in enumerate(piece):
        if start + offset >= len(found) or not _matches(line, found[start + offset]):
            return offset
    return None


def _matches(expected, found):
    pattern = ".*".join(re.escape(part) for part in expected.split("…"))
    return re.fullmatch(pattern, found) is not None


def _line(found, index):
    return found[index] if index < len(found) else "nothing more"


def _trimmed(lines):
    lines = [line.rstrip() for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    return lines
