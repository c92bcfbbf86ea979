"""Plans of what was bought."""

from __future__ import annotations

from urllib.parse import quote as quoted

from . import models
from ._http import Http


class Plans:
    """Plans of what you have bought."""

    def __init__(self, http: Http, max_price: float | None) -> None:
        self._http = http
        self._max_price = max_price

    def quote(self, purchase_id: str, plan: str) -> models.PlanQuote:
        """What another plan would charge a purchase now, and when it would begin; nothing is charged."""
        return self._http.json("GET", _path_of(purchase_id), query={"plan": plan})

    def change(
        self,
        purchase_id: str,
        plan: str,
        *,
        max_price: float | None = None,
        idempotency_key: str | None = None,
    ) -> models.PlanChangeResult:
        """Changes the plan of a purchase: now, or when its term ends.

        With the plan that it has, withdraws a later one. Without `max_price`, the client's bounds it.
        """
        body = {"plan": plan, "max_price": self._max_price if max_price is None else max_price}
        given = {name: value for name, value in body.items() if value is not None}
        return self._http.json("POST", _path_of(purchase_id), body=given, idempotency_key=idempotency_key)

    def offers(self) -> list[models.PlanOffer]:
        """Plans that only your account is offered; buy one by its name."""
        return self._http.json("GET", "/v1/offers")["data"]


def _path_of(purchase_id: str) -> str:
    return f"/v1/purchases/{quoted(purchase_id, safe='')}/plan"
