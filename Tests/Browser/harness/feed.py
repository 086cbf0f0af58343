"""Python's own reading of a feed: what the page is compared with, and feeds made up for a test."""

import json
import unicodedata
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from itertools import groupby
from pathlib import Path

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


@dataclass(frozen=True)
class Quake:
    """One earthquake; `time` in milliseconds since 1970, as feeds give it."""

    code: str
    magnitude: float
    place: str
    time: int

    @property
    def day(self) -> date:
        """The day in UTC, the time zone that both the app and the browser are started in."""
        return self.moment.date()

    @property
    def moment(self) -> datetime:
        return EPOCH + timedelta(milliseconds=self.time)

    @property
    def second(self) -> int:
        """`time` in whole seconds, which is what the page's `<time>` gives."""
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
    """The quakes of a GeoJSON file, in the file's order."""
    properties = (feature["properties"] for feature in json.loads(path.read_bytes())["features"])
    return [Quake(p["code"], p["mag"], p["place"], p["time"]) for p in properties]


def geojson(features: list[dict]) -> bytes:
    """A feed that holds these features."""
    return json.dumps({"type": "FeatureCollection", "features": features}).encode()


def feed_of(quakes: list[Quake]) -> bytes:
    return geojson([quake.feature for quake in quakes])


def generated(count: int, newest: datetime = datetime(2026, 1, 31, 12, tzinfo=timezone.utc)) -> list[Quake]:
    """`count` quakes, one every ten minutes back from `newest`; every tenth place holds the word "Reykjavík"."""
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
    """Days, newest first, each with its quakes, newest first."""
    ordered = sorted(quakes, key=lambda quake: quake.time, reverse=True)
    return [(day, list(members)) for day, members in groupby(ordered, key=lambda quake: quake.day)]


def folded(text: str) -> str:
    """`text` with neither case nor diacritics, as NSPredicate's `[cd]` compares."""
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(character for character in decomposed if unicodedata.category(character) != "Mn")


def matching(quakes: list[Quake], needle: str) -> list[Quake]:
    """Those whose place contains `needle`, regardless of case and diacritics."""
    return [quake for quake in quakes if folded(needle) in folded(quake.place)]
