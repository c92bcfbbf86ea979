"""Skills as tools of an agent, as the plain schemas that agent frameworks take."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ._http import Json
from .models import SkillDetail
from .models import UnitShown as Unit

MAX_NAME_CHARACTERS = 64
# A skill, which may be a private one such as `@acme/ledger`, and after another slash one of its tools.
_NAME = re.compile(r"(@[^/]+/[^/]+|[^/]+)(?:/(.+))?")


def split_name(name: str) -> tuple[str, str | None]:
    """The slug and the tool that `skill` or `skill/tool` names."""
    found = _NAME.fullmatch(name)
    return (found[1], found[2]) if found else (name, None)


@dataclass(frozen=True)
class Tool:
    """A skill as a tool: a name, a description, a JSON Schema of its arguments, and what runs it."""

    name: str
    description: str
    input_schema: Json
    execute: Callable[[Json], Any]
    """Runs the skill and returns its result. Raises MarketplaceError; a failed run is not charged."""


def to_tools(skill: SkillDetail, run: Callable[[str, Json], Any]) -> list[Tool]:
    """Describes a skill as a tool, or each of its tools; `run` calls the one that is named, as `skill` or `skill/tool`."""
    slug = skill["slug"]
    if not skill["tools"]:
        return [_to_tool(skill, partial(run, slug))]
    return [
        Tool(
            name=tool["mcp_name"],
            description=f"{tool['description']} {_tool_price_text(tool['price'], tool.get('units', []))}".strip(),
            input_schema=tool["input_schema"],
            execute=partial(run, f"{slug}/{tool['name']}"),
        )
        for tool in skill["tools"]
    ]


def _tool_price_text(price: float | None, units: Sequence[Unit]) -> str:
    if price is None:
        return "Included in your subscription."
    return f"Costs {price:g} credit{'' if price == 1 else 's'} a call{_units_text(units)}."


def _units_text(units: Sequence[Unit]) -> str:
    """What a call costs beside its price: ", and 0.01 credits for each of pages (at most 100)"."""
    return "".join(
        f", and {unit['price']:.9f}".rstrip("0").rstrip(".")
        + f" credits for each of {unit['name']} (at most {unit['most']})"
        for unit in units
    )


def _to_tool(skill: SkillDetail, execute: Callable[[Json], Any]) -> Tool:
    return Tool(
        # Letters, digits and `_`, as every agent framework takes them.
        name=skill["slug"].removeprefix("@").replace("-", "_").replace("/", "_")[:MAX_NAME_CHARACTERS],
        description=f"{skill['description']} {_price_text(skill)}",
        input_schema=skill.get("api_schema") or {"type": "object"},
        execute=execute,
    )


def _price_text(skill: SkillDetail) -> str:
    price, free = skill["price_per_call"], skill["free_calls"]
    if price is None:
        return "Included in your subscription."
    first = f", with {free} free call{'' if free == 1 else 's'}" if free > 0 else ""
    return f"Costs {price:g} credit{'' if price == 1 else 's'} a call{_units_text(skill.get('units', []))}{first}."


def to_openai_tools(tools: Sequence[Tool]) -> list[Json]:
    """The tools for OpenAI's `tools` parameter; run what the model asks for with `run_tool`."""
    return [
        {
            "type": "function",
            "function": {"name": tool.name, "description": tool.description, "parameters": tool.input_schema},
        }
        for tool in tools
    ]


def to_anthropic_tools(tools: Sequence[Tool]) -> list[Json]:
    """The tools for Anthropic's `tools` parameter; run what the model asks for with `run_tool`."""
    return [
        {"name": tool.name, "description": tool.description, "input_schema": tool.input_schema} for tool in tools
    ]


def run_tool(tools: Sequence[Tool], name: str, arguments: str | Json) -> Any:
    """Runs the tool of this name with arguments as the model wrote them: JSON text, or a dict.

    Raises KeyError for an unknown name, and MarketplaceError.
    """
    tool = next((known for known in tools if known.name == name), None)
    if tool is None:
        raise KeyError(f"There is no tool named {name}.")
    return tool.execute(json.loads(arguments or "{}") if isinstance(arguments, str) else arguments)
