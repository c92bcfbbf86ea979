"""Sends requests with one key: timeouts, retries, errors."""

from __future__ import annotations

import http.client
import json
import os
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterator, Mapping
from email.message import Message
from typing import IO, Any, TypeAlias

from .errors import MarketplaceError, error_of

Json: TypeAlias = dict[str, Any]
QueryValue: TypeAlias = str | int | float | bool | None
Query: TypeAlias = Mapping[str, QueryValue]

# Waits between attempts, in seconds: the first one, doubled each time, a random part of it, and at most the second.
FIRST_DELAY_SECONDS = 0.5
MAX_DELAY_SECONDS = 8.0
# A `Retry-After` beyond this is handed to the caller as an error.
MAX_RETRY_AFTER_SECONDS = 60
# Failures without a response, or of an attempt that is still being worked on.
PASSING_CODES = {"unreachable", "timeout", "idempotency_in_progress", "processor_failed"}
# The skill's own failure is stored under its idempotency key: only a new request helps.
STORED_CODES = {"upstream_failed", "upstream_timeout"}
CHUNK_BYTES = 65_536


class Response:
    """A response with a 2xx status whose body is read once."""

    def __init__(self, stream: http.client.HTTPResponse) -> None:
        self._stream: IO[bytes] = stream
        self.headers = headers_of(stream.headers)

    def read(self) -> bytes:
        """Reads all of the body. Raises MarketplaceError when the connection breaks."""
        with self._stream:
            return b"".join(self._parts())

    def lines(self) -> Iterator[str]:
        """Reads line by line as they arrive; ending the iteration closes the connection."""
        with self._stream:
            while True:
                try:
                    line = self._stream.readline()
                except (OSError, http.client.HTTPException) as cause:
                    raise broken_off() from cause
                if not line:
                    return
                yield line.decode().rstrip("\r\n")

    def _parts(self) -> Iterator[bytes]:
        while True:
            try:
                part = self._stream.read(CHUNK_BYTES)
            except (OSError, http.client.HTTPException) as cause:
                raise broken_off() from cause
            if not part:
                return
            yield part


def headers_of(message: Message) -> dict[str, str]:
    """The headers of a response by their names in lower case."""
    return {name.lower(): value for name, value in message.items()}


def broken_off() -> MarketplaceError:
    """The failure of a connection that ended before the response did."""
    return MarketplaceError(
        "unreachable",
        "The connection broke off before the end. Under the same idempotency key, what succeeded is not charged again.",
    )


class _SameOrigin(urllib.request.HTTPRedirectHandler):
    """Follows redirects, and never hands the key to another host."""

    def redirect_request(
        self, req: urllib.request.Request, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> urllib.request.Request | None:
        request = super().redirect_request(req, fp, code, msg, headers, newurl)
        if request and urllib.parse.urlsplit(newurl)[:2] != urllib.parse.urlsplit(req.full_url)[:2]:
            request.remove_header("Authorization")
        return request


class Http:
    """One marketplace and one key."""

    def __init__(
        self, base_url: str | None, api_key: str | None, timeout: float, max_retries: int, account: str | None = None
    ) -> None:
        address = base_url or os.environ.get("SKILLS_BASE_URL")
        if not address:
            raise TypeError("Name the marketplace: Marketplace(base_url=...) or SKILLS_BASE_URL.")
        self.base_url = address.rstrip("/")
        self._api_key = api_key or os.environ.get("SKILLS_API_KEY")
        self._timeout = timeout
        self._max_retries = max_retries
        self._account = account
        self._opener = urllib.request.build_opener(_SameOrigin())

    def json(self, method: str, path: str, **options: Any) -> Any:
        """Sends a request and reads its JSON; takes what `send` takes. Raises MarketplaceError."""
        body = self.send(method, path, **options).read()
        try:
            return json.loads(body)
        except ValueError as cause:
            raise MarketplaceError("unreadable", "The response is not JSON.") from cause

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Query | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
        retry: bool = True,
        timeout: float | None = None,
    ) -> Response:
        """Sends a request, again if that may help. `retry=False` sends no idempotency key either, for what takes none.

        Raises MarketplaceError.
        """
        # One key for all attempts, so that a retry never charges twice.
        key = idempotency_key or (str(uuid.uuid4()) if method == "POST" and retry else None)
        request = self._request_of(method, path, query or {}, body, {**(headers or {})}, key)
        attempt = 0
        while True:
            try:
                return self._attempt(request, timeout or self._timeout)
            except MarketplaceError as failure:
                if not retry or attempt >= self._max_retries or not _may_retry(failure):
                    raise
                time.sleep(_delay_of(failure, attempt))
            attempt += 1

    def _request_of(
        self, method: str, path: str, query: Query, body: Any, headers: dict[str, str], key: str | None
    ) -> urllib.request.Request:
        named = {name: _text_of(value) for name, value in query.items() if value is not None}
        url = f"{self.base_url}{path}" + (f"?{urllib.parse.urlencode(named)}" if named else "")
        own = {"Accept": "application/json", "User-Agent": "skills-marketplace-python"}
        if self._api_key:
            own["Authorization"] = f"Bearer {self._api_key}"
        if self._account:
            own["Acting-For"] = self._account
        if body is not None:
            own["Content-Type"] = "application/json"
        if key:
            own["Idempotency-Key"] = key
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        return urllib.request.Request(url, data, {**own, **headers}, method=method)

    def _attempt(self, request: urllib.request.Request, timeout: float) -> Response:
        try:
            return Response(self._opener.open(request, timeout=timeout))
        except urllib.error.HTTPError as refused:
            with refused:
                raise error_of(refused.code, headers_of(refused.headers), refused.read()) from None
        except (OSError, http.client.HTTPException) as cause:
            if isinstance(cause, TimeoutError) or isinstance(getattr(cause, "reason", None), TimeoutError):
                raise MarketplaceError("timeout", "The marketplace did not respond in time.") from cause
            message = f"{self.base_url} cannot be reached. Check the address and your connection."
            raise MarketplaceError("unreachable", message) from cause


def _text_of(value: QueryValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _may_retry(failure: MarketplaceError) -> bool:
    if (failure.retry_after or 0) > MAX_RETRY_AFTER_SECONDS or failure.code in STORED_CODES:
        return False
    return failure.code in PASSING_CODES or failure.status == 429 or failure.status >= 500


def _delay_of(failure: MarketplaceError, attempt: int) -> float:
    most = min(FIRST_DELAY_SECONDS * 2**attempt, MAX_DELAY_SECONDS)
    return max(failure.retry_after or 0, most * (0.5 + random.random() / 2))
