"""Search, buy, run and download skills of a Skills Marketplace."""

from .client import Marketplace
from .errors import MarketplaceError
from .pages import Pages
from .tools import Tool, run_tool, to_anthropic_tools, to_openai_tools
from .webhooks import WebhookError, verify_webhook

__all__ = [
    "Marketplace",
    "MarketplaceError",
    "Pages",
    "Tool",
    "WebhookError",
    "run_tool",
    "to_anthropic_tools",
    "to_openai_tools",
    "verify_webhook",
]
