"""Playing batches on a Dask cluster (the extra `affray[cluster]`)."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any

from affray.engine.draw import Player
from affray.engine.many.batches import AHEAD, Batch, Future, Gone, Plan, Played, Runner, in_order
from affray.engine.many.pool import packed, play_batch
from affray.engine.many.tallies import Tally
from affray.faults import BadData, BadRequest, Fault

PATIENCE = 10.0
"""Seconds that a scheduler has to answer."""
BEAT = 1.0
"""Seconds between looks at whether it is still there."""
BEATS = 10
"""Looks without anything new before it is asked."""


def cluster(address: str) -> Runner:
    """A runner on the workers of the Dask scheduler at an address; they need affray too."""

    def run(plan: Plan, play: Player, size: int) -> Played:
        distributed = _distributed()
        with _quiet():
            _ask(distributed, address)
            client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
            try:
                yield from _on(client, address, plan, play, size)
            finally:
                with suppress(Exception):
                    client.close(timeout=BEAT)

    return run


def _on(client: Any, address: str, plan: Plan, play: Player, size: int) -> Played:
    data = packed(plan)

    def submit(batch: Batch) -> Future:
        try:
            future: Future = client.submit(play_batch, data, batch.fights, batch.seed, pure=False)
        except Exception as error:
            raise Gone(_lost(address, error)) from None
        return future

    def wait(future: Any) -> Tally | None:
        for beat in count(1):
            try:
                found: Tally | None = future.result(timeout=BEAT)
                break
            except TimeoutError:
                if beat % BEATS == 0:
                    _still_there(client, address)
            except Exception as error:
                raise Gone(_lost(address, error)) from None
        return found

    threads = sum(client.nthreads().values())
    yield from in_order(plan, play, size, submit, wait, max(1, threads) * AHEAD)


def _still_there(client: Any, address: str) -> None:
    """Raise Gone when the scheduler, or every worker, is no longer there."""
    try:
        found = client.sync(client.scheduler.identity, callback_timeout=PATIENCE)
    except Exception as error:
        raise Gone(_lost(address, error)) from None
    if not found["workers"]:
        raise Gone(f"the cluster at {address} has lost its workers")


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        hint = "pip install 'affray[cluster]'"
        raise BadRequest(Fault("--scheduler needs Dask's `distributed`", hint)) from None
    return distributed


def _ask(distributed: Any, address: str) -> None:
    """Make sure that a scheduler with workers answers, before a client waits for it.

    Raises:
        BadData: none does within PATIENCE.
    """

    async def identity() -> Any:
        async with distributed.rpc(address, timeout=PATIENCE) as scheduler:
            return await asyncio.wait_for(scheduler.identity(), PATIENCE)

    try:
        found = asyncio.run(asyncio.wait_for(identity(), PATIENCE))
        workers = found["workers"] if found["type"] == "Scheduler" else None
    except TimeoutError:
        raise _nobody(address, f"nothing was heard for {PATIENCE:.0f} s") from None
    except Exception as error:
        raise _nobody(address, _first_line(error)) from None
    if workers is None:
        raise _nobody(address, "that is no scheduler")
    if not workers:
        raise BadData(Fault(f"the Dask scheduler at {address} has no workers", "start some"))


def _nobody(address: str, why: str) -> BadData:
    hint = "a scheduler prints its address when it starts, as in tcp://host:8786"
    return BadData(Fault(f"no Dask scheduler answers at `{address}`: {why}", hint))


@contextmanager
def _quiet() -> Iterator[None]:
    """Dask's own log says in pages what is said here in a line."""
    names = [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]
    levels = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


def _lost(address: str, error: Exception) -> str:
    # That a batch was cancelled, or a stream closed, is how Dask says that it has gone.
    gone = any(word in type(error).__name__ for word in ("ancelled", "Closed"))
    why = "" if gone else f": {_first_line(error)}"
    return f"the cluster at {address} went away{why}"


def _first_line(error: object) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
