"""What tests came to, whichever tool ran them."""

from dataclasses import dataclass, field

# More failures than these are no accident, so none of them is tried again.
MOST_REPEATED = 3


@dataclass
class Failure:
    """A test that failed, and what it reported."""

    name: str
    text: str = ""


@dataclass
class Results:
    """What one run of tests came to."""

    passed: int = 0
    failures: list[Failure] = field(default_factory=list)
    # Sentences about the run as a whole, such as that its process crashed. They are failures, too.
    problems: list[str] = field(default_factory=list)
    unsteady: list[Failure] = field(default_factory=list)
    # The name and the seconds of each test.
    durations: list[tuple[str, float]] = field(default_factory=list)

    @property
    def is_success(self) -> bool:
        return not self.failures and not self.problems

    def add(self, other: "Results") -> None:
        self.passed += other.passed
        self.failures += other.failures
        self.problems += other.problems
        self.unsteady += other.unsteady
        self.durations += other.durations

    def slowest(self, count: int) -> list[tuple[str, float]]:
        return sorted(self.durations, key=lambda test: -test[1])[:count]


def repeat_failures(results: Results, run_alone) -> Results:
    """Runs each test that failed once more by itself, if they are few: `run_alone(name)` returns the results of that run.

    A test that passes by itself is unsteady, which is a defect to be mended, but does not fail the run. A run that has other
    problems, as a crash, has lost tests, so none is repeated.
    """
    if results.problems or len(results.failures) > MOST_REPEATED:
        return results
    failures, results.failures = results.failures, []
    for failure in failures:
        again = run_alone(failure.name)
        if again.is_success and again.passed > 0:
            results.passed += 1
            results.unsteady.append(failure)
        else:
            again_failed = [other for other in again.failures if other.name == failure.name]
            results.failures.append(again_failed[0] if again_failed else failure)
            results.problems += again.problems
    return results
