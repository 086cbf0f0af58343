"""Feeds, read in Python to compare the page with, and generated feeds."""

import json
import unicodedata
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from itertools import groupby
from pathlib import Path

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


@dataclass(frozen=True)
class Quake:
    """An earthquake. `time` is in milliseconds since 1970, as in feeds."""

    code: str
    magnitude: float
    place: str
    time: int

    @property
    def day(self) -> date:
        """The day in UTC, which is the time zone of the app and the browser in tests."""
        return self.moment.date()

    @property
    def moment(self) -> datetime:
        return EPOCH + timedelta(milliseconds=self.time)

    @property
    def second(self) -> int:
        """`time` in whole seconds, the precision of the page's `<time>` elements."""
        return self.time // 1000

    @property
    def feature(self) -> dict:
        return {
            "type": "Feature",
            "id": self.code,
            "properties": {"code": self.code, "mag": self.magnitude, "place": self.place, "time": self.time},
            "geometry": {"type": "Point", "coordinates": [0.0, 0.0, 10.0]},
        }


def read(path: Path) -> list[Quake]:
    """Returns the quakes of a GeoJSON file, in the file's order."""
    properties = (feature["properties"] for feature in json.loads(path.read_bytes())["features"])
    return [Quake(p["code"], p["mag"], p["place"], p["time"]) for p in properties]


def geojson(features: list[dict]) -> bytes:
    """Returns a feed with the given features."""
    return json.dumps({"type": "FeatureCollection", "features": features}).encode()


def feed_of(quakes: list[Quake]) -> bytes:
    return geojson([quake.feature for quake in quakes])


def generated(count: int, newest: datetime = datetime(2026, 1, 31, 12, tzinfo=timezone.utc)) -> list[Quake]:
    """Returns `count` quakes at intervals of ten minutes, the last at `newest`. Every tenth place contains "Reykjavík"."""
    start = int(newest.timestamp() * 1000)
    return [
        Quake(
            code=f"made{number:07}",
            magnitude=round(1 + number % 60 / 10, 1),
            place=f"{number} km N of {'Reykjavík' if number % 10 == 0 else 'Nowhere'}",
            time=start - number * 600_000,
        )
        for number in range(count)
    ]


def by_day(quakes: list[Quake]) -> list[tuple[date, list[Quake]]]:
    """Returns the days, newest first, each with its quakes, newest first."""
    ordered = sorted(quakes, key=lambda quake: quake.time, reverse=True)
    return [(day, list(members)) for day, members in groupby(ordered, key=lambda quake: quake.day)]


def folded(text: str) -> str:
    """Returns `text` without case and diacritics, as NSPredicate's `[cd]` compares it."""
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(character for character in decomposed if unicodedata.category(character) != "Mn")


def matching(quakes: list[Quake], needle: str) -> list[Quake]:
    """Returns the quakes whose place contains `needle`, regardless of case and diacritics."""
    return [quake for quake in quakes if folded(needle) in folded(quake.place)]
