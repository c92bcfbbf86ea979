"""The client: a marketplace and what one key may do there."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypedDict, Unpack, cast
from urllib.parse import quote as quoted

from . import models
from ._http import Http, Json, QueryValue
from .downloads import Download, read_download
from .pages import Pages
from .plans import Plans
from .streams import LONG_SECONDS, ServerEvent, batch_lines, server_events
from .tools import Tool, split_name, to_tools

PAGE_SIZE = 100
# Pauses between two questions for the end of a run, in seconds.
FIRST_PAUSE_SECONDS = 0.25
MAX_PAUSE_SECONDS = 5.0


class Spend(TypedDict, total=False):
    """What every call that may charge takes."""

    max_price: float | None
    """Most credits that this call may charge; above it the error is `price_changed` and nothing is charged."""
    idempotency_key: str
    """Repeating a request under its key charges once. Automatic retries keep the key."""
    timeout: float
    """Longest silence of one attempt in seconds, instead of the client's."""


class RunOptions(Spend, total=False):
    """What every run takes."""

    version: int | str
    """An approved version to call instead of the current one: its number, or the version of its package."""


class Called(TypedDict):
    """What a run returned, what it cost, and the balance afterwards."""

    result: Any
    usage: models.UsageRecord
    balance: models.Balance


class Quote(TypedDict):
    """What a run with these parameters may cost."""

    valid: bool
    min_cost: float
    max_cost: float
    free: bool


class Marketplace:
    """A client of one marketplace for one API key. Threads may share it."""

    def __init__(
        self,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        max_price: float | None = None,
        timeout: float = 60.0,
        max_retries: int = 2,
        account: str | None = None,
    ) -> None:
        """Without arguments, reads `SKILLS_BASE_URL` and `SKILLS_API_KEY` from the environment.

        `max_price` bounds every call that names none, in credits; `timeout` is in seconds. `account` is the handle
        of the organization, or the id of the account, for which every request must act: a key of another account is
        refused. Raises TypeError when no address of a marketplace is given.
        """
        self._http = Http(base_url, api_key, timeout, max_retries, account)
        self.skills = Skills(self._http, max_price)
        self.runs = Runs(self._http)
        self.keys = Keys(self._http)
        self.plans = Plans(self._http, max_price)

    def balance(self) -> models.Balance:
        """The credits that you have."""
        return self._http.json("GET", "/v1/balance")

    def usage(self, *, page_size: int = PAGE_SIZE, **query: QueryValue) -> Pages[models.UsageRecord]:
        """Your calls and downloads, newest first; takes the filters of `GET /v1/usage`."""
        return _list_of(self._http, "/v1/usage", page_size, query)

    def purchases(self, *, page_size: int = PAGE_SIZE) -> Pages[models.Purchase]:
        """What you have bought, newest first."""
        return _list_of(self._http, "/v1/purchases", page_size, {})

    def ledger(self, *, page_size: int = PAGE_SIZE, **query: QueryValue) -> Pages[models.LedgerEntry]:
        """Every change of your credits, newest first; takes the filters of `GET /v1/ledger`."""
        return _list_of(self._http, "/v1/ledger", page_size, query)

    def payments(self, *, page_size: int = PAGE_SIZE) -> Pages[models.Order]:
        """Your payments for credits, newest first."""
        return _list_of(self._http, "/v1/credits/orders", page_size, {})

    def notifications(self, *, page_size: int = PAGE_SIZE, unread: bool | None = None) -> Pages[models.Notification]:
        """Your notifications, newest first."""
        return _list_of(self._http, "/v1/notifications", page_size, {"unread": unread})

    def payouts(self, *, page_size: int = PAGE_SIZE) -> Pages[models.Payout]:
        """What your skills earned and was paid out to you, newest first."""
        return _list_of(self._http, "/v1/developer/payouts", page_size, {})

    def webhook_deliveries(
        self, endpoint_id: str, *, page_size: int = PAGE_SIZE, **query: QueryValue
    ) -> Pages[models.WebhookDelivery]:
        """What was sent to one of your webhook endpoints, newest first."""
        return _list_of(self._http, f"/v1/webhooks/{_part(endpoint_id)}/deliveries", page_size, query)

    def topup(self, payment: models.TopupInput, *, idempotency_key: str | None = None) -> models.Checkout:
        """Starts a payment; open `checkout_url` in a browser. Credits arrive once it is paid."""
        return self._http.json("POST", "/v1/credits/topup", body=payment, idempotency_key=idempotency_key)

    def tools(self, slugs: Sequence[str] | None = None, *, max_price: float | None = None) -> list[Tool]:
        """Skills as tools of an agent; by default those that you have an active purchase of.

        Each call of a tool costs at most `max_price` credits.
        """
        if slugs is None:
            bought = {purchase["skill"]["slug"] for purchase in self.purchases() if purchase["status"] == "active"}
            slugs = sorted(bought)
        details = [self.skills.get(slug) for slug in slugs]
        bound: RunOptions = {} if max_price is None else {"max_price": max_price}

        def run(name: str, arguments: Json) -> Any:
            return self.skills.run(name, arguments, **bound)["result"]

        return [tool for skill in details if skill["execution_type"] != "download" for tool in to_tools(skill, run)]

    def request(self, method: str, path: str, *, query: Mapping[str, QueryValue] | None = None, body: Any = None) -> Any:
        """Sends any request of the API with this client's retries and errors; see /docs/api for what there is."""
        return self._http.json(method, path, query=query, body=body)


class Skills:
    """Finding, buying, running and downloading skills."""

    def __init__(self, http: Http, max_price: float | None) -> None:
        self._http = http
        self._max_price = max_price

    def search(self, search: str | None = None, *, page_size: int = PAGE_SIZE, **query: QueryValue) -> Pages[models.Skill]:
        """Skills on the marketplace, the best matches first; takes the filters of `GET /v1/skills`."""
        return _list_of(self._http, "/v1/skills", page_size, {"search": search, **query})

    def get(self, slug: str) -> models.SkillDetail:
        """A skill with its parameters, its package, and what you may do with it."""
        return self._http.json("GET", _path_of(slug))

    def quote(self, slug: str, parameters: Json) -> Quote:
        """Checks the parameters and says what a run may cost; nothing is called or charged."""
        return self._http.json("POST", _execute_of(slug), query={"dry_run": True}, body=parameters)

    def run(self, slug: str, parameters: Json, **options: Unpack[RunOptions]) -> Called:
        """Runs a skill, or with `skill/tool` one of its tools: its `result`, and `usage` with what it cost.

        Only a valid result is charged, and a retry under the same idempotency key never again.
        """
        query, rest = self._bounded(options)
        return self._http.json("POST", _execute_of(slug), query=query, body=parameters, **rest)

    def start(self, slug: str, parameters: Json, **options: Unpack[RunOptions]) -> models.Run:
        """Starts a run of up to 15 minutes and returns immediately; `market.runs.wait` returns its end."""
        query, rest = self._bounded(options)
        headers = {"Prefer": "respond-async"}
        return self._http.json("POST", _execute_of(slug), query=query, headers=headers, body=parameters, **rest)

    def batch(self, slug: str, inputs: Sequence[Json], **options: Unpack[RunOptions]) -> Iterator[Json]:
        """Runs a skill with up to 1,000 inputs and yields a line for each call as it ends.

        `max_price` is for the whole batch. Under the same `idempotency_key`, what has succeeded is repeated at no charge.
        """
        query, rest = self._bounded(options)
        body = {"inputs": list(inputs)}
        rest.setdefault("timeout", LONG_SECONDS)
        yield from batch_lines(self._http.send("POST", f"{_path_of(slug)}/batches", query=query, body=body, **rest))

    def stream(self, slug: str, parameters: Json, **options: Unpack[RunOptions]) -> Iterator[ServerEvent]:
        """Runs a skill that streams and yields its events; the last one, `usage`, says what it cost. Never retried."""
        query, rest = self._bounded(options)
        rest.setdefault("timeout", LONG_SECONDS)
        rest.pop("idempotency_key", None)
        headers = {"Accept": "text/event-stream, application/json"}
        path = _execute_of(slug)
        response = self._http.send("POST", path, query=query, headers=headers, body=parameters, retry=False, **rest)
        yield from server_events(response)

    def purchase(
        self,
        slug: str,
        *,
        auto_renew: bool | None = None,
        plan: str | None = None,
        trial: bool | None = None,
        **options: Unpack[Spend],
    ) -> models.PurchaseResult:
        """Buys a subscription. An active purchase is returned again, with `already_owned`, and nothing is charged."""
        bound, rest = self._bounded(options)
        body = {"max_price": bound["max_price"], "auto_renew": auto_renew, "plan": plan, "trial": trial}
        given = {name: value for name, value in body.items() if value is not None}
        return self._http.json("POST", f"{_path_of(slug)}/purchase", body=given, **rest)

    def download(
        self, slug: str, *, to: str | os.PathLike[str] | None = None, max_price: float | None = None
    ) -> Download:
        """Downloads a package and checks its digest; with `to`, writes it to that file, too."""
        query, _ = self._bounded({} if max_price is None else {"max_price": max_price})
        headers = {"Accept": "application/zip, application/json"}
        download = read_download(self._http.send("GET", f"{_path_of(slug)}/download", query=query, headers=headers))
        if to is not None:
            download.save(to)
        return download

    def _bounded(self, options: Spend | RunOptions) -> tuple[dict[str, QueryValue], dict[str, Any]]:
        rest = cast(dict[str, Any], {**options})
        return {"max_price": rest.pop("max_price", self._max_price), "version": rest.pop("version", None)}, rest


class Runs:
    """Calls that you do not wait for."""

    def __init__(self, http: Http) -> None:
        self._http = http

    def get(self, run_id: str) -> models.Run:
        """A run with its outcome, once it has one."""
        return self._http.json("GET", f"/v1/runs/{_part(run_id)}")

    def cancel(self, run_id: str) -> models.Run:
        """Cancels a run; its credits are released immediately. One that has ended stays as it is."""
        return self._http.json("DELETE", f"/v1/runs/{_part(run_id)}")

    def wait(self, run_id: str) -> models.Run:
        """Asks until a run has ended, ever less often."""
        pause = FIRST_PAUSE_SECONDS
        while (run := self.get(run_id))["state"] == "running":
            time.sleep(pause)
            pause = min(pause * 2, MAX_PAUSE_SECONDS)
        return run


class Keys:
    """Your API keys."""

    def __init__(self, http: Http) -> None:
        self._http = http

    def list(self) -> list[models.Key]:
        """All keys that are not revoked."""
        return self._http.json("GET", "/v1/keys")["data"]

    def create(self, **key: Any) -> models.NewKey:
        """Makes a key; takes the fields of `POST /v1/keys`. `api_key` is shown this once."""
        # Never repeated: each attempt would make another key.
        return self._http.json("POST", "/v1/keys", body=key, retry=False)

    def revoke(self, key_id: str) -> models.Key:
        """Ends a key for good."""
        return self._http.json("DELETE", f"/v1/keys/{_part(key_id)}")


def _part(text: str) -> str:
    return quoted(text, safe="")


def _execute_of(name: str) -> str:
    """Where a skill is run; `skill/tool` names one tool of a skill with several."""
    slug, tool = split_name(name)
    return f"{_path_of(slug)}/tools/{_part(tool)}/execute" if tool else f"{_path_of(slug)}/execute"


def _path_of(slug: str) -> str:
    return f"/v1/skills/{_part(slug)}"


def _list_of(http: Http, path: str, page_size: int, query: Mapping[str, QueryValue]) -> Pages[Any]:
    def read(position: Mapping[str, QueryValue]) -> Any:
        return http.json("GET", path, query={**query, "limit": page_size, **position})

    # A ranked list has no entry to begin after.
    return Pages(read, has_cursor=path != "/v1/skills")
