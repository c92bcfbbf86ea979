"""Lists that are read page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, Generic, TypedDict, TypeVar, cast

Item = TypeVar("Item")


class Page(TypedDict, Generic[Item]):
    """One page of a list as the API responds with it."""

    data: list[Item]
    total: int
    has_more: bool


class Pages(Generic[Item]):
    """A list that is read page by page while it is iterated: `for item in pages`."""

    def __init__(self, read: Callable[[dict[str, Any]], Page[Item]], has_cursor: bool) -> None:
        self._read = read
        self._has_cursor = has_cursor

    def first(self) -> Page[Item]:
        """The first page, with the number of all entries."""
        return self._read({})

    def take(self, most: int) -> list[Item]:
        """At most `most` entries."""
        return list(islice(self, max(most, 0)))

    def __iter__(self) -> Iterator[Item]:
        position: dict[str, Any] = {}
        known: set[str] = set()
        read = 0
        while True:
            page = self._read(position)
            items = page["data"]
            # Without a cursor, a new entry at the top moves the last ones of a page to the next.
            yield from (item for item in items if _id_of(item) not in known)
            if not page["has_more"] or not items:
                return
            known = {_id_of(item) for item in items}
            read += len(items)
            position = {"starting_after": _id_of(items[-1])} if self._has_cursor else {"offset": read}


def _id_of(item: object) -> str:
    return cast(Mapping[str, str], item)["id"]
