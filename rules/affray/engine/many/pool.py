"""Playing batches in other processes of this machine."""

import gc
import os
import pickle
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing import active_children, get_context, parent_process

from affray.engine.draw import Player, player
from affray.engine.many.batches import AHEAD, Batch, Future, Gone, Plan, Played, in_order
from affray.engine.many.tallies import Tally
from affray.faults import AffrayError

ENDED = "one of the processes that play was ended from outside"


def packed(plan: Plan) -> bytes:
    """The fight of a plan as bytes, for another process."""
    return pickle.dumps((plan.fight, plan.most_rounds, plan.fights))


@lru_cache(maxsize=4)
def unpacked(data: bytes) -> Player:
    """The player of a packed plan; a process makes it once."""
    fight, most_rounds, fights = pickle.loads(data)
    return player(fight, most_rounds, fights)[0]


def play_batch(data: bytes, fights: int, seed: int) -> Tally | None:
    """Play a batch of a packed plan; None where that cannot be."""
    try:
        return unpacked(data)(fights, seed)
    except AffrayError:
        # An error does not come through a pipe whole: it will come again where it is told.
        return None


class Processes:
    """A runner with processes of their own, which last until it is closed.

    with Processes(4) as runner:
        simulate(fight, runner=runner)
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._pool: ProcessPoolExecutor | None = None
        self._others = active_children()

    def __enter__(self) -> "Processes":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __call__(self, plan: Plan, play: Player, size: int) -> Played:
        """Play a plan."""
        data, pool = packed(plan), self._started()

        def submit(batch: Batch) -> Future:
            try:
                return pool.submit(play_batch, data, batch.fights, batch.seed)
            except BrokenProcessPool:
                raise Gone(ENDED) from None

        def wait(future: Future) -> Tally | None:
            try:
                found: Tally | None = future.result()
            except BrokenProcessPool:
                raise Gone(ENDED) from None
            return found

        yield from in_order(plan, play, size, submit, wait, self._jobs * AHEAD)

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        if self._pool is None:
            return
        for child in active_children():
            if child not in self._others:
                child.terminate()
        self._pool.shutdown(cancel_futures=True)
        self._pool = None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._jobs, get_context("spawn"), _ready)
            with _unshaken():
                self._pool.submit(int)
        return self._pool


def _ready() -> None:
    """Make a process ready to play: no Ctrl-C of its own, and no life after its parent's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    gc.enable()


def _end_with_parent() -> None:
    """Wait for the parent's end, however it comes, and end this process at once."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def _unshaken() -> Iterator[None]:
    """Let processes be started that a Ctrl-C does not reach, from their first instant."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
