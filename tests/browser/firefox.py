"""Firefox as Debian has it, driven over WebDriver BiDi, which it speaks itself: no driver has to be installed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

FIREFOX = next((path for name in ("firefox-esr", "firefox") if (path := shutil.which(name))), None)
_PREFERENCES = {
    "browser.aboutwelcome.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "app.update.enabled": False,
}
_POINT = """selector => {
  const one = document.querySelector(selector);
  one.scrollIntoView({ block: 'center' });
  const box = one.getBoundingClientRect();
  return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
}"""


class Firefox:
    """One window of a Firefox of its own, with an empty profile."""

    def __init__(self) -> None:
        assert FIREFOX is not None
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        folder = Path(self._profile.name)
        written = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in _PREFERENCES.items()]
        (folder / "user.js").write_text("".join(written), encoding="utf-8")
        command = [FIREFOX, "--headless", "--remote-debugging-port", "0", "--profile", str(folder)]
        with (folder / "said.txt").open("w") as said:
            self._process = subprocess.Popen(command, stderr=said, stdout=subprocess.DEVNULL)
        self._count = 0
        try:
            self._line = connect(f"{self._listening()}/session", legacy=True, max_size=None, compression=None)
            self._ask("session.new", capabilities={})
        except BaseException:
            self._end()
            raise
        self._window = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        self._ask("browsingContext.setViewport", context=self._window, viewport={"width": 1280, "height": 900})

    def _listening(self) -> str:
        """The address that Firefox says it listens at, once it does."""
        for _ in range(1200):  # a shared machine may be busy
            said = Path(self._profile.name, "said.txt").read_text(encoding="utf-8", errors="replace")
            if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", said):
                return found[1]
            assert self._process.poll() is None, f"Firefox has ended: {said[-2000:]}"
            time.sleep(0.1)
        raise AssertionError("Firefox does not listen")

    def _ask(self, method: str, **params: Any) -> Any:
        self._count += 1
        self._line.send(json.dumps({"id": self._count, "method": method, "params": params}))
        while (answer := json.loads(self._line.recv(timeout=300))).get("id") != self._count:
            pass  # something that happened, and that nobody asked about
        assert answer["type"] == "success", answer
        return answer["result"]

    def go(self, address: str) -> None:
        """Open an address."""
        self._ask("browsingContext.navigate", context=self._window, url=address, wait="complete")

    def reload(self) -> None:
        """Load the page again."""
        self._ask("browsingContext.reload", context=self._window, wait="complete")

    def evaluate(self, function: str, *words: Any) -> Any:
        """What a function of JavaScript answers in the page; words and answers are JSON."""
        passed = ", ".join(json.dumps(word) for word in words)
        code = f"(async () => JSON.stringify(await ({function})({passed})) ?? 'null')()"
        target = {"context": self._window}
        answer = self._ask("script.evaluate", expression=code, target=target, awaitPromise=True)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def until(self, function: str, *words: Any, seconds: float = 240) -> Any:
        """Ask again and again until the answer is true, or something."""
        last = time.monotonic() + seconds
        while not (found := self.evaluate(function, *words)):
            if time.monotonic() > last:
                shown = self.evaluate("() => document.body.innerText.slice(0, 500)")
                raise AssertionError(f"{function} {words} never came true; the page shows {shown!r}")
            time.sleep(0.1)
        return found

    def press(self, selector: str) -> None:
        """Click with the mouse on the first element of this kind, once it is there."""
        self.until("selector => document.querySelector(selector) !== null", selector)
        self.click(*self.evaluate(_POINT, selector))

    def click(self, x: float, y: float) -> None:
        """Click with the mouse at a point."""
        moves = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": moves}
        self._ask("input.performActions", context=self._window, actions=[mouse])

    def close(self) -> None:
        """End it."""
        self._line.close()
        self._end()

    def _end(self) -> None:
        self._process.terminate()
        self._process.wait(20)
        self._profile.cleanup()
