"""Playing batches in other processes of this machine."""

import gc
import pickle
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing import active_children, get_context

from affray.faults import AffrayError
from affray.simulation.batches import AHEAD, Future, Gone, Plan, Played, Runner, in_order
from affray.simulation.machine import Player, player
from affray.simulation.tallies import Tally


def packed(plan: Plan) -> bytes:
    """The fight of a plan as bytes, for another process."""
    return pickle.dumps((plan.fight, plan.most_rounds))


@lru_cache(maxsize=4)
def unpacked(data: bytes) -> Player:
    """The player of a packed plan; a process makes it once."""
    fight, most_rounds = pickle.loads(data)
    return player(fight, most_rounds)[0]


def play_batch(data: bytes, fights: int, seed: int) -> Tally | None:
    """Play a batch of a packed plan; None where that cannot be."""
    try:
        return unpacked(data)(fights, seed)
    except AffrayError:
        # An error does not come through a pipe whole: it will come again where it is told.
        return None


def processes(jobs: int) -> Runner:
    """A runner with `jobs` processes of their own."""

    def run(plan: Plan, play: Player, size: int) -> Played:
        data, before = packed(plan), active_children()
        pool = ProcessPoolExecutor(jobs, get_context("spawn"), _ready)

        def wait(future: Future) -> Tally | None:
            try:
                found: Tally | None = future.result()
            except BrokenProcessPool:
                raise Gone("one of the processes that play was ended from outside") from None
            return found

        try:
            with _unshaken():
                pool.submit(play_batch, data, 0, 0)
            yield from in_order(
                plan,
                play,
                size,
                lambda batch: pool.submit(play_batch, data, batch.fights, batch.seed),
                wait,
                jobs * AHEAD,
            )
        finally:
            for child in active_children():
                if child not in before:
                    child.terminate()
            pool.shutdown(cancel_futures=True)

    return run


def _ready() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.enable()


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
