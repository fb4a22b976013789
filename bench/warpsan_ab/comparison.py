"""Variants against the baseline: speed-ups, how sure they are, what they are over all inputs."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy
from scipy import stats

from warpsan_ab.evidence import Evidence
from warpsan_ab.failure import Failure
from warpsan_ab.result import Result

RESAMPLES = 4999
CONFIDENCE = 0.95
SIGNIFICANCE = 0.05
SHIFT_INPUTS = 6
EXACT_SAMPLES = 50  # both sides together; more take long, and the approximation is good


class Seen(StrEnum):
    FASTER = "faster"
    SLOWER = "slower"
    NOTHING = "no difference seen"
    TOO_FEW = "too few samples"


@dataclass(frozen=True)
class Series:
    """What one variant needs for one input."""

    samples: list[float]
    failure: Failure | None

    @property
    def median(self) -> float:
        return statistics.median(self.samples)

    @property
    def quartile_range(self) -> float:
        return float(stats.iqr(self.samples))

    @property
    def deviation(self) -> float:
        """Median of the absolute deviations from the median."""
        return float(stats.median_abs_deviation(self.samples))


@dataclass(frozen=True)
class Speedup:
    value: float
    low: float | None = None
    high: float | None = None
    p: float = 1
    corrected_p: float = 1  # after Holm, over the inputs
    seen: Seen = Seen.TOO_FEW


@dataclass(frozen=True)
class Row:
    name: str
    baseline: Series
    other: Series
    speedup: Speedup | None  # none where a side failed or has not run


@dataclass(frozen=True)
class Overall:
    minimum: float
    mean: float  # geometric
    maximum: float
    low: float | None
    high: float | None
    p: float | None  # Wilcoxon, over the inputs


@dataclass(frozen=True)
class Comparison:
    baseline: str
    variant: str
    rows: list[Row]
    overall: Overall | None

    @property
    def speedups(self) -> dict[str, float]:
        return {row.name: row.speedup.value for row in self.rows if row.speedup}


def ratios(upper: Any, lower: Any, axis: int = -1) -> Any:
    return numpy.median(upper, axis=axis) / numpy.median(lower, axis=axis)


def resampled(upper: Sequence[float], lower: Sequence[float], seed: int) -> Any:
    """Bootstrap of a ratio of medians: its interval and the ratios."""
    return stats.bootstrap(
        (upper, lower),
        ratios,
        n_resamples=RESAMPLES,
        confidence_level=CONFIDENCE,
        method="percentile",
        vectorized=True,
        random_state=seed,
    )


def difference(left: Sequence[float], right: Sequence[float]) -> float:
    """p of the Mann-Whitney U test."""
    together = [*left, *right]
    is_exact = len(set(together)) == len(together) <= EXACT_SAMPLES
    method = "exact" if is_exact else "asymptotic"
    return float(stats.mannwhitneyu(left, right, method=method).pvalue)


def least_difference(left: int, right: int) -> float:
    """The p of samples that do not overlap."""
    return 2 / math.comb(left + right, left)


def holm(values: Sequence[float]) -> list[float]:
    """Holm's step-down correction for testing several times."""
    corrected = [0.0] * len(values)
    highest = 0.0
    for place, index in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        highest = max(highest, min(1.0, (len(values) - place) * values[index]))
        corrected[index] = highest
    return corrected


def seen(row: Row, speedup: Speedup, tests: int) -> Seen:
    sizes = len(row.baseline.samples), len(row.other.samples)
    if least_difference(*sizes) * tests > SIGNIFICANCE:
        return Seen.TOO_FEW
    if speedup.corrected_p > SIGNIFICANCE or speedup.value == 1:
        return Seen.NOTHING
    return Seen.FASTER if speedup.value > 1 else Seen.SLOWER


def is_comparable(*sides: Series) -> bool:
    return all(side.samples and not side.failure for side in sides)


def speedup_of(upper: Sequence[float], lower: Sequence[float], seed: int) -> tuple[Speedup, Any]:
    """With ratios of resampled medians, which one sample has none of."""
    speedup = Speedup(float(ratios(upper, lower)), p=difference(upper, lower))
    if min(len(upper), len(lower)) < 2:
        return speedup, None
    found = resampled(upper, lower, seed)
    low, high = map(float, found.confidence_interval)
    return replace(speedup, low=low, high=high), found.bootstrap_distribution


def series_of(evidence: Evidence, variant: str, name: str) -> Series:
    return Series(evidence.samples(variant, name), evidence.failure(variant, name))


def compare(result: Result, variant: str) -> Comparison:
    baseline = result.plan.variants[0].name
    evidence = Evidence(result)
    rows, distributions = [], []
    for place, name in enumerate(evidence.rows):
        left, right = (series_of(evidence, side, name) for side in (baseline, variant))
        speedup = None
        if is_comparable(left, right):
            ends = [left.samples, right.samples]
            upper, lower = reversed(ends) if result.plan.more_is_better else ends
            speedup, distribution = speedup_of(upper, lower, result.plan.seed + place)
            distributions.append(distribution)
        rows.append(Row(name, left, right, speedup))
    rows = corrected(rows)
    return Comparison(baseline, variant, rows, overall(rows, distributions))


def corrected(rows: list[Row]) -> list[Row]:
    tests = [row.speedup.p for row in rows if row.speedup]
    values = iter(holm(tests))
    done = []
    for row in rows:
        if row.speedup:
            speedup = replace(row.speedup, corrected_p=next(values))
            speedup = replace(speedup, seen=seen(row, speedup, len(tests)))
            row = replace(row, speedup=speedup)
        done.append(row)
    return done


def mean_interval(distributions: list[Any]) -> list[float] | list[None]:
    """Of the geometric mean of these inputs; none if one of them has none."""
    if any(distribution is None for distribution in distributions):
        return [None, None]
    logs = numpy.log(distributions).mean(axis=0)
    edges = numpy.quantile(logs, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return [float(edge) for edge in numpy.exp(edges)]


def overall(rows: list[Row], distributions: list[Any]) -> Overall | None:
    values = [row.speedup.value for row in rows if row.speedup]
    if not values:
        return None
    low, high = mean_interval(distributions)
    mean = statistics.geometric_mean(values)
    return Overall(min(values), mean, max(values), low, high, shift(values))


def shift(speedups: list[float]) -> float | None:
    """p of the Wilcoxon signed-rank test, for which these inputs stand for others; with fewer it
    cannot be below 5 %."""
    logs = [math.log(value) for value in speedups if value != 1]
    return float(stats.wilcoxon(logs).pvalue) if len(logs) >= SHIFT_INPUTS else None


def compare_all(result: Result) -> list[Comparison]:
    return [compare(result, variant.name) for variant in result.plan.variants[1:]]
