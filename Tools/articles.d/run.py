"""Goes through README and articles as a reader would: see `Tools/articles --help`."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from blocks import PageError, blocks_of_page
from matching import mismatch
from shell import Shell, ShellError


# In a package whose `.build` is a link, SwiftPM builds where it leads.
SHARING_SWIFT = """swift() {
  if [ -L .build ]; then SWIFTPM_BUILD_DIR="$(cd .build && pwd -P)" command swift "$@"
  else command swift "$@"; fi
}"""


class Different(Exception):
    """A block did not do what its page says."""


def say(words):
    print(words, file=sys.stderr, flush=True)


def listed_pages(root):
    """The pages in the order of a reader."""
    text = (root / "Tools/articles.d/pages").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def read_blocks(root):
    """The blocks of each page, in order. A page with something to do must be in the list."""
    pages = listed_pages(root)
    for page in pages:
        if not (root / page).is_file():
            raise PageError(f"Tools/articles.d/pages: there is no page {page}")
    for path in sorted([root / "README.md", *root.glob(".github/*.md"), *root.glob("Sources/*/*.docc/*.md")]):
        page = str(path.relative_to(root))
        if not path.is_file() or page in pages:
            continue
        for block in blocks_of_page(root, page):
            if block.action != "skip":
                raise PageError(
                    f"{page}:{block.line}: the page is not in Tools/articles.d/pages, so nobody runs "
                    "this block: list the page, or mark the block (Tools/articles --help)"
                )
    return {page: blocks_of_page(root, page) for page in pages}


def asked_blocks(root, pages, has_macros):
    """The blocks of these pages, or of all, in the order of a reader."""
    blocks = read_blocks(root)
    for page in pages:
        if page not in blocks:
            raise PageError(f"Tools/articles: {page} is not in Tools/articles.d/pages")
    asked = [block for page in blocks if page in pages or not pages for block in blocks[page]]
    for block in asked:
        if block.needs_macros and not has_macros:
            block.action, block.detail = "skip", "only with --macros"
    return asked


def dependency(root):
    """(URL, version) that README asks for; `None` where it asks for no package."""
    found = re.search(
        r'\.package\(url: "([^"]+)", from: "([^"]+)"', (root / "README.md").read_text(encoding="utf-8"))
    return found.groups() if found else None


def clone(root, folder, version):
    """The project's files as they are now, as one commit of a repository of their own, tagged."""
    def git(*arguments):
        subprocess.run(
            ["git", "-c", "user.name=reader", "-c", "user.email=reader@example.org", *arguments],
            check=True, stdout=subprocess.DEVNULL)
    store = f"{folder}/.git"
    git("init", "--quiet", str(folder))
    git(f"--git-dir={store}", f"--work-tree={root}", "add", "--all", ".")
    git("-C", str(folder), "commit", "--quiet", "-m", f"version {version}")
    git("-C", str(folder), "reset", "--quiet", "--hard")
    git("-C", str(folder), "tag", version)


def environment(root, work):
    """The reader's variables: a home of their own, the same compiler, and the clone behind the URL."""
    result = dict(os.environ)
    home = work / "home"
    home.mkdir()
    if "GIT_CONFIG_GLOBAL" not in result:
        result["GIT_CONFIG_GLOBAL"] = str(Path.home() / ".gitconfig")
    # Caches and fingerprints of packages lie at home, where an earlier clone may have had this tag.
    # SwiftPM asks Foundation for the home, which minds its own variable.
    result["HOME"] = result["CFFIXED_USER_HOME"] = str(home)
    # A reader sits at a machine of their own, where tests may record: `CI` would forbid it.
    for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "CI"):
        result.pop(name, None)
    # The compiler itself, not a chooser of compilers, which looks for its settings at home.
    target = json.loads(subprocess.run(
        ["swift", "-print-target-info"], check=True, capture_output=True, text=True).stdout)
    programs = Path(target["paths"]["runtimeResourcePath"]).parent.parent / "bin"
    result["PATH"] = f"{programs}:{result['PATH']}"
    asked = dependency(root)
    if asked is not None:
        clone(root, work / "laplace", asked[1])
        # Git takes these beside its files; the longest prefix of a URL counts.
        count = int(result.get("GIT_CONFIG_COUNT", "0"))
        result[f"GIT_CONFIG_KEY_{count}"] = f"url.{work / 'laplace'}.insteadOf"
        result[f"GIT_CONFIG_VALUE_{count}"] = asked[0]
        result["GIT_CONFIG_COUNT"] = str(count + 1)
    return result


def write_file(shell, work, block):
    _, printed = shell.run("pwd -P")
    folder = Path(printed[0])
    path = (folder / block.detail).resolve()
    if not path.is_relative_to(work.resolve() / "reader"):
        raise Different(f"{block.page}:{block.line}: {block.detail} would lie outside the reader's folder")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(block.lines) + "\n", encoding="utf-8")
    if path.name == "Package.swift":
        # One folder of products for all packages, so that the dependency is compiled once; with the
        # trait it is another dependency.
        shared = work / ("build-macros" if block.needs_macros else "build")
        shared.mkdir(exist_ok=True)
        (folder / ".build").unlink(missing_ok=True)
        (folder / ".build").symlink_to(shared)
        # By one path only: a compiler's cache of modules must not be found under two.
        shell.run(SHARING_SWIFT)


def demo_of(root):
    """`Tools/demo` in the project's own folder, which may have built it; the reader's clone shares the results."""
    return f"ln -s '{root}/.build-demo' .build-demo && (cd '{root}' && Tools/demo)"


def run_commands(shell, block, built):
    for index, command in enumerate(block.commands):
        where = f"{block.page}:{command.line}: $ {command.text}"
        started = time.monotonic()
        text = demo_of(built) if built and command.text == "Tools/demo" else command.text
        try:
            status, printed = shell.run(text)
        except ShellError as error:
            raise Different(f"{where}\n{error}") from error
        seconds = time.monotonic() - started
        if seconds > 5:
            say(f"  {seconds:5.0f} s  {where}")
        behind = block.commands[index + 1].text if index + 1 < len(block.commands) else ""
        whole = "\n".join(f"  | {line}" for line in printed[-60:])
        if status != 0 and behind != "echo $?":
            raise Different(f"{where}\n  expected: it succeeds\n  found:    status {status}\n{whole}")
        if command.output is not None:
            wrong = mismatch(command.output, printed)
            if wrong is not None:
                raise Different(f"{where}\n  expected: {wrong[0]}\n  found:    {wrong[1]}\n{whole}")


def describe(block):
    if block.action == "commands":
        return "; ".join(command.text.splitlines()[0] for command in block.commands)
    return f"writes {block.detail}" if block.action == "file" else f"not run: {block.detail}"


def run(root, blocks, is_kept, is_built):
    work = Path(tempfile.mkdtemp(prefix="laplace-articles-"))
    reader = work / "reader"
    reader.mkdir()
    started = time.monotonic()
    try:
        shell = Shell(reader, environment(root, work))
        try:
            page = None
            for block in blocks:
                if block.page != page:
                    page = block.page
                    say(f"== {page}")
                    shell.run(f"cd '{reader}'")
                if block.action == "file":
                    write_file(shell, work, block)
                elif block.action == "commands":
                    run_commands(shell, block, root if is_built else None)
        finally:
            shell.close()
    finally:
        if is_kept:
            say(f"the reader's folder: {reader}")
        else:
            shutil.rmtree(work, ignore_errors=True)
    done = [block for block in blocks if block.action != "skip"]
    say(f"{len(done)} blocks of {len({block.page for block in done})} pages do what they say "
        f"({time.monotonic() - started:.0f} s)")


def main():
    root = Path(sys.argv[1]).resolve()
    # Who is told to end tidies up first.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))
    try:
        pages = [argument for argument in sys.argv[2:] if not argument.startswith("--")]
        blocks = asked_blocks(root, pages, "--macros" in sys.argv)
        if "--list" in sys.argv:
            for block in blocks:
                print(f"{block.page}:{block.line}: {describe(block)}")
        else:
            run(root, blocks, "--keep" in sys.argv, "--built" in sys.argv)
    except Different as error:
        say(str(error))
        sys.exit(1)
    except PageError as error:
        say(str(error))
        sys.exit(2)
    except subprocess.CalledProcessError as error:
        say(f"Tools/articles: {error}")
        sys.exit(2)


main()
