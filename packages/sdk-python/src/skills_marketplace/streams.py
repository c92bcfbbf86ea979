"""Batches and streams, read as they arrive."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from ._http import Json, Response, broken_off
from .errors import MarketplaceError

# Longest silence of a stream of events or batch, in seconds, unless the call names its own.
LONG_SECONDS = 16 * 60.0


class ServerEvent(NamedTuple):
    """An event of a skill that streams."""

    event: str
    data: str


def batch_lines(response: Response) -> Iterator[Json]:
    """The lines of a batch. Raises MarketplaceError when the connection breaks before the summary."""
    is_whole = False
    for text in response.lines():
        if text:
            line: Json = json.loads(text)
            is_whole = "summary" in line
            yield line
    if not is_whole:
        raise broken_off()


def server_events(response: Response) -> Iterator[ServerEvent]:
    """The events of a skill; the last one is `usage`. Raises MarketplaceError for a stream that fails, which is free."""
    held: ServerEvent | None = None
    # A skill may use the names of our last event: then another event follows.
    for event in _events_of(response):
        if held:
            yield held
        held = event if event.event in ("usage", "error") else None
        if not held:
            yield event
    if not held:
        raise broken_off()
    if held.event == "usage":
        yield held
        return
    error: Any = json.loads(held.data)["error"]
    raise MarketplaceError(error["code"], error["message"], details=error.get("details"))


def _events_of(response: Response) -> Iterator[ServerEvent]:
    event, data = "message", list[str]()
    for line in response.lines():
        field, _, value = line.partition(":")
        if line == "":
            if data:
                yield ServerEvent(event, "\n".join(data))
            event, data = "message", []
        elif field == "event":
            event = value.removeprefix(" ")
        elif field == "data":
            data.append(value.removeprefix(" "))
