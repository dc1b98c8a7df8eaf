"""`affray rulings`."""

from collections.abc import Iterator

from affray.rulings import Ruling, describe
from affray.system import REGISTRY, system

from affray_cli import options, terminal
from affray_cli.exits import Exit
from affray_cli.text import Line


def rulings(
    system_name: options.SystemName = None,
    json: options.Json = False,
) -> int:
    """Every switch and house figure: its default, its alternatives, and the reason.

    affray rulings --system troika

    affray rulings --json
    """
    for name in REGISTRY if system_name is None else (system(system_name).name,):
        for ruling in describe(system(name).rulings_type):
            if json:
                data = {"system": name, **ruling._asdict(), "rule": f"{name}:{ruling.rule}"}
                terminal.write_json(data)
            else:
                terminal.write_lines(_tell(name, ruling), True)
    return Exit.OK


def _tell(name: str, ruling: Ruling) -> Iterator[Line]:
    default = str(ruling.default).lower() if isinstance(ruling.default, bool) else ruling.default
    yield Line("headline", "", f"{name}.{ruling.name} = {'unset' if default is None else default}")
    yield Line("note", "allowed", ruling.allowed)
    yield Line("note", "rule", f"{name}:{ruling.rule} ({ruling.status})")
    yield Line("note", "reason", ruling.reason)
