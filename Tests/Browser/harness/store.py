"""The app's store, read with Python's SQLite while the app runs, or after it was killed."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from .feed import Quake

SECONDS_FROM_1970_TO_2001 = 978_307_200


class Store:
    """A store with Core Data's tables: ZQUAKE with ZCODE, ZMAGNITUDE, ZPLACE and ZTIME (seconds since 2001)."""

    def __init__(self, path: Path):
        self.path = path

    def query(self, sql: str) -> list[tuple]:
        with closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=300)) as connection:
            return connection.execute(sql).fetchall()

    def count(self) -> int:
        """Returns the number of committed quakes; 0 before the app has created its tables."""
        try:
            return self.query("SELECT count(*) FROM ZQUAKE")[0][0]
        except sqlite3.OperationalError as error:
            if "no such table" in str(error) or "unable to open" in str(error):
                return 0
            raise

    def quakes(self) -> list[Quake]:
        """Returns the quakes, sorted by code, with times rounded to milliseconds, as in feeds."""
        rows = self.query("SELECT ZCODE, ZMAGNITUDE, ZPLACE, ZTIME FROM ZQUAKE ORDER BY ZCODE")
        return [
            Quake(code, magnitude, place, round((time + SECONDS_FROM_1970_TO_2001) * 1000))
            for code, magnitude, place, time in rows
        ]

    def codes(self) -> set[str]:
        return {quake.code for quake in self.quakes()}

    def integrity(self) -> str:
        return self.query("PRAGMA integrity_check")[0][0]

    def copied(self, directory: Path) -> "Store":
        """Copies the store with its write-ahead log, so that reading it does not change the files of a killed app."""
        directory.mkdir()
        for suffix in ("", "-wal"):
            part = Path(f"{self.path}{suffix}")
            if part.exists():
                shutil.copy(part, directory / part.name)
        return Store(directory / self.path.name)
