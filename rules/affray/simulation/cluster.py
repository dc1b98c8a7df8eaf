"""Playing batches on a Dask cluster (the extra `affray[cluster]`)."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from affray.faults import BadData, BadRequest, Fault
from affray.simulation.batches import AHEAD, Future, Gone, Plan, Played, Runner, in_order
from affray.simulation.machine import Player
from affray.simulation.pool import packed, play_batch
from affray.simulation.tallies import Tally

PATIENCE = 10.0
"""Seconds that a scheduler has to answer, and a batch's worker to be found."""
LONGEST_BATCH = 120.0
"""Seconds after which a batch counts as lost."""
BEAT = 1.0
"""Seconds between looks at whether the scheduler is still there."""


def cluster(address: str) -> Runner:
    """A runner on the workers of the Dask scheduler at an address."""

    def run(plan: Plan, play: Player, size: int) -> Played:
        distributed = _distributed()
        with _quiet(), _client(distributed, address) as client:
            threads = sum(client.nthreads().values())
            if not threads:
                raise BadData(Fault(f"the scheduler at {address} has no workers", "start some"))
            data = packed(plan)

            def submit(batch: Any) -> Future:
                try:
                    future: Future = client.submit(
                        play_batch, data, batch.fights, batch.seed, pure=False, retries=1
                    )
                except Exception as error:
                    raise Gone(_lost(address, error)) from None
                return future

            def wait(future: Any) -> Tally | None:
                for _ in range(int(LONGEST_BATCH / BEAT)):
                    try:
                        found: Tally | None = future.result(timeout=BEAT)
                    except TimeoutError:
                        if client.status != "running":
                            raise Gone(_lost(address, client.status)) from None
                    except Exception as error:
                        raise Gone(_lost(address, error)) from None
                    else:
                        return found
                raise Gone(f"the cluster at {address} gave no answer for {LONGEST_BATCH:.0f} s")

            yield from in_order(plan, play, size, submit, wait, threads * AHEAD)

    return run


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        hint = "pip install 'affray[cluster]'"
        raise BadRequest(Fault("--scheduler needs Dask's `distributed`", hint)) from None
    return distributed


@contextmanager
def _client(distributed: Any, address: str) -> Iterator[Any]:
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise BadData(
            Fault(
                f"no Dask scheduler answers at {address}: {_first_line(error)}",
                "the address is printed when it starts, as in tcp://host:8786",
            )
        ) from None
    try:
        yield client
    finally:
        with suppress(Exception):
            client.close(timeout=BEAT)


@contextmanager
def _quiet() -> Iterator[None]:
    """Dask's own log says in pages what is said here in a line."""
    logger = logging.getLogger("distributed")
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(level)


def _lost(address: str, why: object) -> str:
    return f"the cluster at {address} went away: {_first_line(why)}"


def _first_line(what: object) -> str:
    return (str(what).splitlines() or [type(what).__name__])[0]
