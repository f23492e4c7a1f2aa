"""A headless browser with a fresh profile, which ends with this program."""

import ctypes
import os
import signal
import subprocess
import sys
from pathlib import Path

CHROMIUM_FLAGS = [
    "--headless=new",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-gpu",
    "--disable-extensions",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-component-update",
    "--disable-background-networking",
    "--disable-renderer-backgrounding",
    "--disable-dev-shm-usage",
    "--mute-audio",
    "--no-proxy-server",
    # No other host than our own server.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]

FIREFOX_PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.safebrowsing.downloads.remote.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.push.connection.enabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.proxy.type": 0,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
}


def start_browser(browser: str, profile: Path, address: str) -> "BrowserProcess":
    """Starts the browser on the page; raises OSError when it cannot be started."""
    if "firefox" in Path(browser).name:
        command = [browser, "--headless", "--no-remote", "--profile", str(profile), address]
        write_firefox_preferences(profile)
    else:
        command = [browser, *CHROMIUM_FLAGS, f"--user-data-dir={profile}"]
        # Chromium's sandbox works neither for root nor in most containers of a CI service.
        if os.geteuid() == 0 or os.environ.get("CI"):
            command.append("--no-sandbox")
        command.append(address)
    return BrowserProcess(command, profile)


def write_firefox_preferences(profile: Path) -> None:
    words = {False: "false", True: "true"}
    lines = [
        f'user_pref("{name}", {words[value] if isinstance(value, bool) else repr(value)});'
        for name, value in FIREFOX_PREFERENCES.items()
    ]
    (profile / "user.js").write_text("\n".join(lines).replace("'", '"') + "\n")


def end_with_parent() -> None:
    """Has the kernel end the browser when this program is killed without a chance to do it."""
    if sys.platform.startswith("linux"):
        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)


class BrowserProcess:
    def __init__(self, command: list[str], profile: Path):
        self.log = profile / "browser.log"
        # A home of its own: nothing of the person's configuration is read or written.
        environment = dict(os.environ, HOME=str(profile), MOZ_CRASHREPORTER_DISABLE="1")
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment,
                start_new_session=True, preexec_fn=end_with_parent)

    def is_running(self) -> bool:
        return self.process.poll() is None

    def last_words(self) -> str:
        """The last line that the browser wrote, for a message."""
        lines = self.log.read_text(errors="replace").strip().splitlines()
        return lines[-1][:200] if lines else f"no word, exit status {self.process.poll()}"

    def end(self) -> None:
        """Ends the browser and every process that it started."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
