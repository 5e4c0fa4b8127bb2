"""How fast vcei is: one script, one run, one table, as text and as JSON.

Every figure stands beside another of the same run, for seconds mean little on their own. Parts can
be chosen, and run again: the JSON keeps the others. ``--page`` writes the documentation's page from
the JSON alone.
"""

import argparse
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from speed_parts import PARTS, Row
from vcei._version import __version__
from vcei.bench.engines import cores
from vcei.bench.task import this_machine

HERE = Path(__file__).parent
RESULTS = HERE / "speed.json"


@dataclass(frozen=True)
class Measured:
    """The rows of one part, and where they were measured."""

    machine: str
    version: str
    rows: tuple[Row, ...]


def read(path):
    """Return what was measured before, by part."""
    if not path.exists():
        return {}
    found = json.loads(path.read_text(encoding="utf-8"))
    return {
        part: Measured(one["machine"], one["version"], tuple(Row(**row) for row in one["rows"]))
        for part, one in found.items()
    }


def write(measured, path):
    """Write everything that is known."""
    ordered = {part: asdict(measured[part]) for part in PARTS if part in measured}
    path.write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def cells(row):
    """Return a row as text."""
    ratio = row.ratio
    return [
        row.what,
        seconds(row.seconds),
        "" if row.megabytes is None else f"{row.megabytes:,.0f} MB",
        row.against or "",
        "" if row.against_seconds is None else seconds(row.against_seconds),
        "" if ratio is None else f"{ratio:,.{0 if ratio >= 100 else 1 if ratio >= 10 else 2}f}",
        row.note or "",
    ]


HEADER = ["what", "takes", "memory", "against", "takes", "ratio", ""]


def seconds(value):
    """Return a time in the unit that suits it."""
    if value is None:
        return ""
    unit, size = next((one for one in (("s", 1.0), ("ms", 1e-3)) if value >= one[1]), ("µs", 1e-6))
    return f"{value / size:.3g} {unit}"


def text(measured):
    """Return one table for the terminal."""
    blocks = []
    for part, (_, title, _) in PARTS.items():
        if part in measured:
            table = [HEADER, *map(cells, measured[part].rows)]
            widths = [max(map(len, column)) for column in zip(*table, strict=True)]
            lines = [
                "  ".join(
                    cell.ljust(width) for cell, width in zip(row, widths, strict=True)
                ).rstrip()
                for row in table
            ]
            blocks.append("\n".join([f"{part}: {title}", *lines]))
    return "\n\n".join(blocks)


def page(measured):
    """Return the page of the documentation."""
    lines = [
        "# Speed",
        "",
        "Measured by `make bench`, which writes `benchmarks/speed.json`; this page is made from",
        "that by `python benchmarks/speed.py --page docs/speed.md`. Compare figures within a table",
        "only: each was made in one run on one machine. What runs on one thread is timed in",
        "seconds of the processor, what runs in several processes by the clock on the wall.",
    ]
    for part, (_, title, meaning) in PARTS.items():
        if part not in measured:
            continue
        found = measured[part]
        shown = [cells(row) for row in found.rows]
        kept = [i for i in range(len(HEADER)) if i < 2 or any(row[i] for row in shown)]
        lines += ["", f"## {title}", "", meaning, ""]
        lines.append("| " + " | ".join(HEADER[i] for i in kept) + " |")
        lines.append("|" + "---|" * len(kept))
        lines += ["| " + " | ".join(row[i] for i in kept) + " |" for row in shown]
        lines += ["", f"vcei {found.version}; {found.machine}."]
    return "\n".join([*lines, ""])


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--parts", default=",".join(PARTS), help="default: %(default)s")
    parser.add_argument(
        "--json", type=Path, default=RESULTS, metavar="FILE", help="default: %(default)s"
    )
    parser.add_argument(
        "--page", type=Path, metavar="FILE.md", help="only write this page, from the JSON"
    )
    parser.add_argument(
        "--peers",
        default=os.environ.get("VCEI_PEERS"),
        metavar="PYTHON",
        help="the interpreter of an environment with causal-learn and cdt",
    )
    parser.add_argument("--loci", type=Path, metavar="DIR", help="a checkout of AlexImmer/loci")
    parser.add_argument("--quick", action="store_true", help="the small cases of each part only")
    asked = parser.parse_args()
    measured = read(asked.json)
    if asked.page is not None:
        asked.page.write_text(page(measured), encoding="utf-8")
        return
    chosen = asked.parts.split(",")
    if unknown := set(chosen) - set(PARTS):
        parser.error(f"no part {', '.join(sorted(unknown))}; expected some of {', '.join(PARTS)}")
    for part in chosen:
        print(f"{part} ...", flush=True)
        rows = PARTS[part][0](asked)
        if rows is None:
            print("cannot be measured here; what is known from elsewhere stays\n", flush=True)
            continue
        # the name of the machine says nothing to others
        machine = f"{this_machine().partition(', ')[2]}, {cores()} cores"
        measured[part] = Measured(machine, __version__, tuple(rows))
        write(measured, asked.json)
        print(text({part: measured[part]}), end="\n\n", flush=True)
    print(f"Written to {asked.json}.")


if __name__ == "__main__":
    main()
