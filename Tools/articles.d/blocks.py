"""The blocks of a page: what is in them, and what a reader is to do with them."""

import re
from dataclasses import dataclass, field
from pathlib import Path

# What starts a comment in the languages of files that a reader writes.
COMMENT_MARKS = {"swift": "//", "c": "//", "yaml": "#", "python": "#", "json": None}
SHOWN_ONLY = {"text", "hex"}


class PageError(Exception):
    """A page that does not say what is to be done; its words begin with file and line."""


@dataclass
class Command:
    """One command of a block, and what the page prints behind it; `None`: it shows nothing."""

    line: int
    text: str
    output: list | None


@dataclass
class Block:
    """One fenced block; `action` is `file`, `commands` or `skip`."""

    page: str
    line: int
    action: str
    detail: str = ""  # the file's path, or why it is skipped
    lines: list = field(default_factory=list)
    commands: list = field(default_factory=list)
    needs_macros: bool = False


def blocks_of_page(root, page):
    """All blocks of `page`, a path below `root`."""
    lines = (Path(root) / page).read_text(encoding="utf-8").splitlines()
    blocks = []
    mark = None  # the last `<!-- articles: … -->` with nothing but blank lines behind it
    index = 0
    while index < len(lines):
        line = lines[index]
        fence = re.match(r"^( *)(`{3,})\s*(.*?)\s*$", line)
        if fence:
            indent, ticks, info = fence.groups()
            end = index + 1
            while end < len(lines) and lines[end].strip() != ticks:
                end += 1
            if end == len(lines):
                raise PageError(f"{page}:{index + 1}: the block has no end")
            content = [text.removeprefix(indent) for text in lines[index + 1 : end]]
            blocks.append(_block(page, index + 1, info, content, mark))
            mark = None
            index = end + 1
            continue
        found = re.match(r"^ *<!-- articles: (.*?) -->$", line)
        if found:
            mark = found.group(1)
        elif line.strip():
            if mark is not None:
                raise PageError(f"{page}:{index + 1}: no block follows '<!-- articles: {mark} -->'")
        index += 1
    if mark is not None:
        raise PageError(f"{page}: no block follows '<!-- articles: {mark} -->'")
    return blocks


def _block(page, line, info, content, mark):
    if mark == "macros":
        block = _block(page, line, info, content, None)
        block.needs_macros = True
        return block
    where = f"{page}:{line}"
    if mark is not None and mark.startswith("not run: "):
        return Block(page, line, "skip", mark.removeprefix("not run: "))
    if mark is not None and mark.startswith("file "):
        return Block(page, line, "file", mark.removeprefix("file "), content)
    if mark is not None:
        raise PageError(f"{where}: '<!-- articles: {mark} -->' is no mark; see Tools/articles --help")
    if info == "sh":
        commands = _commands(page, line, content)
        return Block(page, line, "commands", "", content, commands)
    if info in SHOWN_ONLY:
        return Block(page, line, "skip", info)
    if info in COMMENT_MARKS:
        return Block(page, line, "file", _path(where, info, content), content)
    raise PageError(
        f"{where}: '```{info}' does not say what to do with the block: sh, text, hex, "
        f"{', '.join(COMMENT_MARKS)}"
    )


def _path(where, language, content):
    first = content[0] if content else ""
    if first.startswith("// swift-tools-version"):
        return "Package.swift"
    comment = COMMENT_MARKS[language]
    if comment is not None:
        found = re.match(rf"^{re.escape(comment)} ([\w./+-]+\.\w+)$", first)
        if found:
            return found.group(1)
    raise PageError(
        f"{where}: the block names no file: write its path as a comment in its first line, "
        "or a mark before it (Tools/articles --help)"
    )


def _commands(page, line, content):
    shows_output = any(text.startswith("$ ") for text in content)
    commands = []
    index = 0
    while index < len(content):
        number = line + 1 + index
        text = content[index]
        index += 1
        if shows_output and not text.startswith("$ "):
            if not commands:
                raise PageError(f"{page}:{number}: the first line of the block is no command")
            commands[-1].output.append(text)
            continue
        if not text.strip():
            continue
        text = text.removeprefix("$ ")
        while text.endswith("\\") and index < len(content):
            text += "\n" + content[index]
            index += 1
        commands.append(Command(number, text, [] if shows_output else None))
    if not commands:
        raise PageError(f"{page}:{line}: a block of commands without a command")
    return commands
