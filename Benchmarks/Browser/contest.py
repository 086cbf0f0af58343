"""Rounds of Strata and its peer in turn, and the lines with their medians."""

from statistics import median

ROUNDS = 5


def compare(ours, theirs) -> tuple[dict[str, float], dict[str, float]]:
    """Runs two contestants in turn, and returns the medians of the quantities that each returns by name."""
    rounds = [(ours(), theirs()) for _ in range(ROUNDS)]
    return tuple({name: median(each[side][name] for each in rounds) for name in rounds[0][side]} for side in (0, 1))


def report(row: str, quantity: str, ours: float, peer: str, theirs: float, unit: str, goal: str = "") -> None:
    """Prints a line at once, also into a file or a pipe."""

    def written(number: float) -> str:
        return f"{number:.0f}{unit}" if unit == "B" else f"{number:.2f}{unit}"

    ratio = f"{ours / theirs:.2f}" if theirs else "-"
    end = f" goal={goal}" if goal else ""
    print(f"BENCH {row} {quantity} ours={written(ours)} peer={peer}:{written(theirs)} ratio={ratio}{end}", flush=True)
