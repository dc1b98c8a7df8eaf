"""`--scheduler`: the same batches on a Dask cluster, here a small one of this machine."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from affray.encounter.file import load
from affray.engine.many import cluster as clusters
from affray.engine.many.cluster import cluster
from affray.engine.many.simulate import simulate
from affray.faults import BadData, BadRequest
from tests.scaffold.cli import COMMAND, EXAMPLES, Cli

needs_dask = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None,
    reason="the extra affray[cluster] is not installed",
)
BRIDGE = EXAMPLES / "encounters" / "troika" / "bridge.encounter.toml"
STARTS_IN = 60


class Cluster(NamedTuple):
    """A scheduler and a worker, as processes of their own."""

    address: str
    scheduler: subprocess.Popen[bytes]
    worker: subprocess.Popen[bytes] | None

    def end(self) -> None:
        """End both, whatever state they are in."""
        for process in (self.worker, self.scheduler):
            if process is not None and process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.kill()
                process.wait()


def begin(folder: Path, worker: bool = True) -> Cluster:
    """Start a scheduler on the loopback, on a free port, and a worker of one thread."""
    options = ["--host", "127.0.0.1", "--no-dashboard"]
    log = folder / "scheduler.log"
    scheduler = spawn(["scheduler", *options, "--port", "0"], log)
    address = seen(log, r"Scheduler at:\s+(tcp://127\.0\.0\.1:\d+)", scheduler)
    if not worker:
        return Cluster(address, scheduler, None)
    log = folder / "worker.log"
    small = ["--nthreads", "1", "--no-nanny", "--local-directory", str(folder)]
    one = spawn(["worker", address, *options, *small, "--death-timeout", "10"], log)
    seen(log, r"(Registered to)", one)
    return Cluster(address, scheduler, one)


def spawn(arguments: list[str], log: Path) -> subprocess.Popen[bytes]:
    with log.open("wb") as file:
        return subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]],
            stdout=file,
            stderr=subprocess.STDOUT,
            env={**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "5s"},
        )


def seen(log: Path, pattern: str, process: subprocess.Popen[bytes]) -> str:
    """What a log says, once it does."""
    until = time.monotonic() + STARTS_IN
    while time.monotonic() < until and process.poll() is None:
        found = re.search(pattern, log.read_text(encoding="utf-8"))
        if found:
            return found[1]
        time.sleep(0.1)
    raise AssertionError(log.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    found = begin(tmp_path_factory.mktemp("dask"))
    yield found
    found.end()


@needs_dask
def test_the_same_seed_gives_the_same_result_as_on_one_core(dask: Cluster) -> None:
    fight = load(str(BRIDGE)).fight
    here = simulate(fight, 330, seed=6)
    there = simulate(fight, 330, seed=6, runner=cluster(dask.address))
    assert there.tally == here.tally
    assert there.stopped is None


@needs_dask
def test_on_the_command_line(dask: Cluster, affray: Cli) -> None:
    asked = ["simulate", str(BRIDGE), "-n", "130", "--seed", "2", "--json"]
    here = affray.process(*asked)
    there = affray.process(*asked, "--scheduler", dask.address)
    assert (here.status, there) == (0, (0, here.out, b""))


@needs_dask
def test_a_scheduler_that_goes_away_and_what_was_finished(tmp_path: Path) -> None:
    for delay in (5, 15, 30):  # until something has been played, on a slow machine too
        dask = begin(tmp_path)
        try:
            asked = [*COMMAND, "simulate", str(BRIDGE), "--json"]
            asked += ["-n", "1000000", "--seed", "2", "--scheduler", dask.address]
            playing = subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            threading.Timer(delay, dask.end).start()
            out, err = playing.communicate(timeout=delay + 60)
        finally:
            dask.end()
        assert playing.returncode == 3
        if "result" in json.loads(out):
            break
    result = json.loads(out)["result"]
    assert 0 < result["n"] < 1_000_000
    assert result["stopped"] == f"the cluster at {dask.address} went away"
    here = simulate(load(str(BRIDGE)).fight, result["n"], seed=2)
    assert here.tally.winners()["party"] / result["n"] == result["win"]["party"]["p"]
    said = f"affray: {result['stopped']}: {result['n']} of 1000000 fights were played\n"
    assert err.decode() == said


@needs_dask
def test_a_scheduler_that_hangs_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "PATIENCE", 3.0)
    monkeypatch.setattr(clusters, "BEATS", 2)
    dask = begin(tmp_path)

    def hang(done: int, of: int) -> None:
        dask.scheduler.send_signal(signal.SIGSTOP)

    try:
        began = time.monotonic()
        fight = load(str(BRIDGE)).fight
        found = simulate(fight, 100_000, seed=2, runner=cluster(dask.address), progress=hang)
        assert time.monotonic() - began < 45
    finally:
        dask.end()
    assert found.stopped is not None
    assert "went away" in found.stopped
    assert 0 < found.tally.fights < 100_000


@needs_dask
def test_a_scheduler_without_workers(tmp_path: Path) -> None:
    dask = begin(tmp_path, worker=False)
    try:
        with pytest.raises(BadData, match="has no workers"):
            simulate(load(str(BRIDGE)).fight, 10, runner=cluster(dask.address))
    finally:
        dask.end()


@needs_dask
@pytest.mark.parametrize("address", ["nonsense", "", "tcp://127.0.0.1", "gopher://here:70"])
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(BadData, match="no Dask scheduler answers"):
        simulate(load(str(BRIDGE)).fight, 10, runner=cluster(address))


@needs_dask
@pytest.mark.parametrize("is_there", [True, False])
def test_nobody_or_something_else_at_the_address(
    is_there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "PATIENCE", 2.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        if not is_there:
            silent.close()
        began = time.monotonic()
        with pytest.raises(BadData, match="no Dask scheduler answers"):
            simulate(load(str(BRIDGE)).fight, 10, runner=cluster(f"tcp://127.0.0.1:{port}"))
        assert time.monotonic() - began < 10


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadRequest, match="distributed") as raised:
        simulate(load(str(BRIDGE)).fight, 10, runner=cluster("tcp://127.0.0.1:8786"))
    assert "affray[cluster]" in str(raised.value.faults[0].hint)
