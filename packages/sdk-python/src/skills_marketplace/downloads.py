"""Packages, checked against their digest."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ._http import Response
from .errors import MarketplaceError


@dataclass(frozen=True)
class Download:
    """A package whose bytes match the digest that the marketplace names."""

    data: bytes
    sha256: str
    filename: str

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the package to a file, whole or not at all. Raises OSError."""
        target = Path(path)
        handle, draft = tempfile.mkstemp(dir=target.parent, prefix=f"{target.name}.", suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(self.data)
            os.replace(draft, target)
        except BaseException:
            os.unlink(draft)
            raise


def read_download(response: Response) -> Download:
    """Reads a package. Raises MarketplaceError with `digest_mismatch` when it was damaged on the way."""
    data = response.read()
    digest = hashlib.sha256(data)
    named = re.search(r"sha-256=:([^:]+):", response.headers.get("repr-digest", ""))
    if not named or named[1] != base64.b64encode(digest.digest()).decode():
        raise MarketplaceError(
            "digest_mismatch",
            "The package does not match its digest. It was damaged on the way; download it again.",
            request_id=response.headers.get("request-id"),
        )
    filename = re.search(r'filename="([^"/\\]+)"', response.headers.get("content-disposition", ""))
    return Download(data, digest.hexdigest(), filename[1] if filename else "skill.zip")
