"""The one failure of this package."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


class MarketplaceError(Exception):
    """A failed call. `code` is stable; the message says what happened and what to do."""

    code: str
    """The API's code, or without a response `unreachable`, `timeout`, `unreadable` or `digest_mismatch`."""
    status: int
    """The HTTP status; 0 when there was no response."""
    param: str | None
    """JSON path or query name at fault."""
    details: dict[str, Any]
    request_id: str | None
    """The id to name when you ask for help."""
    retry_after: float | None
    """Seconds after which the same request may succeed."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int = 0,
        param: str | None = None,
        details: dict[str, Any] | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.param = param
        self.details = details or {}
        self.request_id = request_id
        self.retry_after = retry_after

    def __repr__(self) -> str:
        return f"MarketplaceError(code={self.code!r}, status={self.status}, message={str(self)!r})"


def error_of(status: int, headers: Mapping[str, str], body: bytes) -> MarketplaceError:
    """Reads the error of a response."""
    try:
        error: Any = json.loads(body)["error"]
        code, message = str(error["code"]), str(error["message"])
    except (ValueError, KeyError, TypeError):
        error, code, message = {}, "unreadable", f"The response has status {status}."
    return MarketplaceError(
        code,
        message,
        status=status,
        param=error.get("param"),
        details=error.get("details"),
        request_id=headers.get("request-id"),
        retry_after=_seconds(headers.get("retry-after")),
    )


def _seconds(text: str | None) -> float | None:
    try:
        return float(text) if text is not None else None
    except ValueError:
        return None
