"""An agent's whole task, command by command: buy tea in the shop beside this file.

Runs `bsk` as an agent would, in a temporary home, and prints each command with its output. Leaves nothing behind but
the picture that it took. Exits 0 when the shop confirmed the order.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from shop import open_shop

PICTURE = Path(__file__).parents[2] / "build/demo/confirmation.png"


class Agent:
    """Runs `bsk` commands in one home and shows them."""

    def __init__(self, home: str) -> None:
        self._environment = {**os.environ, "BSK_HOME": home}
        self._program = Path(sys.executable).with_name("bsk")

    def bsk(self, *arguments: str) -> str:
        """Run one command, print it with its output, and give the output. Raises `SystemExit` when it fails."""
        print(f"\n$ bsk {shlex.join(arguments)}", flush=True)
        done = subprocess.run(
            [self._program, *arguments], env=self._environment, stdout=subprocess.PIPE, text=True, check=False
        )
        print(done.stdout, end="", flush=True)
        if done.returncode:
            raise SystemExit(f"the demo failed: `bsk {arguments[0]}` ended with status {done.returncode}")
        return done.stdout

    def quietly(self, *arguments: str) -> None:
        """Run a clean-up command that may fail and has nothing to say."""
        subprocess.run([self._program, *arguments], env=self._environment, capture_output=True, check=False)


def reference(observation: str, control: str) -> str:
    """The reference that stands before a control such as `textbox "Name"`."""
    found = re.search(rf"(@e\d+) {re.escape(control)}", observation)
    if found is None:
        raise SystemExit(f"the demo failed: the page shows no {control}")
    return found[1]


def buy_tea(agent: Agent, shop: str) -> None:
    """The task itself: find the tea, fill in the order, place it, and read the confirmation back."""
    session = agent.bsk("session", "start").strip()
    in_session = ("--session", session)
    agent.bsk("navigate", shop, *in_session)
    products = agent.bsk("observe", *in_session)
    agent.bsk("click", reference(products.partition("Darjeeling")[2], 'link "Order"'), *in_session)
    agent.bsk("wait-for-navigation", *in_session)
    order = agent.bsk("observe", *in_session)
    agent.bsk("select", reference(order, 'combobox "Tea"'), "--value", "Sencha", *in_session)
    agent.bsk("fill", reference(order, 'spinbutton "Packets"'), "--value", "3", *in_session)
    agent.bsk("fill", reference(order, 'textbox "Name"'), "--value", "Ada", *in_session)
    agent.bsk("click", reference(order, 'radio "By bicycle"'), *in_session)
    agent.bsk("click", reference(order, 'button "Place order"'), *in_session)
    agent.bsk("wait-for-navigation", *in_session)
    confirmation = agent.bsk("observe", *in_session)
    agent.bsk("screenshot", "--out", str(PICTURE), *in_session)
    agent.bsk("session", "stop", session)
    if "Order 1042 is confirmed: 3 x Sencha, delivery: bicycle." not in confirmation:
        raise SystemExit("the demo failed: the shop did not confirm the order")


def main() -> None:
    """Start a daemon and a browser in a temporary home, do the task, and clean up."""
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="bsk-demo-", ignore_cleanup_errors=True) as home, open_shop() as shop:
        agent = Agent(home)
        undo: list[Callable[[], None]] = []
        try:
            undo.append(lambda: agent.quietly("daemon", "stop"))
            agent.bsk("daemon", "start", "--port", "0")
            undo.append(lambda: agent.quietly("browser", "stop"))
            agent.bsk("browser", "launch", "--headless")
            buy_tea(agent, shop)
            agent.bsk("browser", "stop")
            agent.bsk("daemon", "stop")
        finally:
            while undo:
                undo.pop()()
    print(f"\nThe order is placed. The whole task took {time.monotonic() - started:.1f} s; the picture is {PICTURE}")


if __name__ == "__main__":
    main()
