"""Executes one notebook: run_notebook.py SOURCE TARGET KERNEL SECONDS_PER_CELL.

Prints one JSON line a cell ({"cell", "of"}), always writes TARGET, exits 1 when a cell failed (its error last on stderr).
"""

import json
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellControlSignal


def main() -> int:
    source, target, kernel, seconds = sys.argv[1:5]
    notebook = nbformat.read(source, as_version=4)
    code_cells = [i for i, cell in enumerate(notebook.cells) if cell.cell_type == "code"]

    def report(cell, cell_index):
        if cell_index in code_cells:
            say(cell=code_cells.index(cell_index), of=len(code_cells))

    client = NotebookClient(
        notebook,
        timeout=float(seconds),
        kernel_name=kernel,
        interrupt_on_timeout=True,
        coalesce_streams=True,
        record_timing=False,
        on_cell_start=report,
        resources={"metadata": {"path": str(Path(source).resolve().parent)}},
    )
    try:
        client.execute()
        failed = failures(notebook)
        for line in failed:
            print(line, file=sys.stderr)
        return 1 if failed else 0
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except CellControlSignal as error:
        print(describe(error), file=sys.stderr)
        return 1
    except Exception as error:  # the kernel died or never started: the notebook is written all the same
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1
    finally:
        write(notebook, Path(target))


def say(**fields):
    print(json.dumps(fields), flush=True)


def describe(error) -> str:
    traceback = getattr(error, "traceback", "") or ""
    return traceback or str(error)


def failures(notebook) -> list[str]:
    """A cell that ran out of time and was interrupted leaves an error output but raises nothing."""
    return [
        "\n".join(output.get("traceback", []))
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.get("outputs", [])
        if output.output_type == "error"
    ]


def write(notebook, target: Path):
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(target.name + ".part")
    nbformat.write(notebook, part)
    part.replace(target)


sys.exit(main())
