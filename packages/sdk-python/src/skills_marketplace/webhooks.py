"""Verifies what the marketplace signs: webhooks, and calls to a developer's endpoint."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

TOLERANCE_SECONDS = 300


class WebhookError(Exception):
    """A webhook that cannot be trusted: unsigned, changed, or too old. Respond to it with 400."""


def verify_webhook(
    secret: str | Sequence[str],
    headers: Mapping[str, str],
    body: bytes | str,
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
) -> Any:
    """Checks a webhook against its signing secret (`whsec_...`; several during a rotation) and returns its JSON.

    `body` is the body exactly as it arrived. Raises WebhookError.
    """
    given = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    signatures = given.get("webhook-signature", "")
    if not (message_id and timestamp and signatures):
        raise WebhookError("The request has no webhook signature.")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > tolerance_seconds:
        raise WebhookError("The webhook's timestamp is too far from the present.")
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode() + raw
    for one in [secret] if isinstance(secret, str) else secret:
        if _is_signed(one, signed, signatures):
            return json.loads(raw)
    raise WebhookError("The webhook's signature is wrong.")


def _is_signed(secret: str, signed: bytes, signatures: str) -> bool:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = hmac.new(key, signed, hashlib.sha256).digest()
    for part in signatures.split(" "):
        version, _, signature = part.partition(",")
        try:
            if version == "v1" and hmac.compare_digest(expected, base64.b64decode(signature, validate=True)):
                return True
        except (binascii.Error, ValueError):
            continue
    return False
