import type { ContentBlock } from "@modelcontextprotocol/server";
import { downloadLink } from "@/lib/demand/distribution/install-links";
import { Quote } from "@/lib/demand/execution/schemas";
import * as execution from "@/lib/demand/execution/service";
import { PurchaseResult } from "@/lib/demand/purchases/schemas";
import * as detail from "@/lib/demand/purchases/skill-detail";
import { parseInput } from "@/lib/interfaces/http/input";
import { shownToAgents } from "@/lib/interfaces/mcp/content";
import { executeOnce, purchaseOnce } from "@/lib/interfaces/mcp/once";
import {
  DownloadLink,
  EmptyInput,
  ExecuteToolInput,
  FoundSkill,
  FoundSkills,
  GetInput,
  PurchaseToolInput,
  QuoteToolInput,
  SearchInput,
  ToolExecuted,
  TopupLink,
} from "@/lib/interfaces/mcp/schemas";
import { shortText, slimDetail, slimRow } from "@/lib/interfaces/mcp/slim";
import { tool } from "@/lib/interfaces/mcp/tool";
import { Balance } from "@/lib/money/ledger/schemas";
import * as ledger from "@/lib/money/ledger/service";
import { env } from "@/lib/platform/core/env";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import * as privates from "@/lib/supply/catalog/private-catalog";
import { BrowseQuery } from "@/lib/supply/catalog/schemas";
import * as catalog from "@/lib/supply/catalog/service";

const asText = (filters: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, value === undefined ? value : String(value)]),
  );

const NO_SKILLS = { data: [], total: 0 };
const MARKET = ["market"] as const;
const EVERYWHERE = ["market", "mine"] as const;

/** The link to a package, which clients can show as one. */
const linkOf = ({ name, zip_url, digest }: Record<string, unknown>): ContentBlock => ({
  type: "resource_link",
  uri: String(zip_url),
  name: `${name}.zip`,
  mimeType: "application/zip",
  description: String(digest),
});

/** Tools to find, buy and run skills. */
export const MARKET_TOOLS = {
  search_skills: tool(
    {
      title: "Search skills",
      description:
        "Finds skills on the marketplace, best first: one line each with slug, price, rating and what it does. Use get_skill for the rest.",
      toolsets: MARKET,
      scope: "read",
      input: SearchInput,
      result: FoundSkills,
      shown: (found) => ({ result: found, content: [{ type: "text", text: shortText(found) }] }),
    },
    async ({ caller }, { query, limit, offset, ...filters }) => {
      // An organization's private skills come first, of a search without filters.
      const isPlain = Object.values(filters).every((value) => value === undefined);
      const own = isPlain ? await privates.browse(caller, { search: query, limit, offset }) : NO_SKILLS;
      const found = await catalog.browse(
        parseInput(BrowseQuery, {
          ...asText(filters),
          ...(query && { search: query }),
          collapse: "true",
          limit: String(Math.max(1, limit - own.data.length)),
          offset: String(Math.max(0, offset - own.total)),
        }),
        caller,
      );
      const skills = [...own.data, ...found.data].slice(0, limit);
      const total = own.total + found.total;
      return { skills: skills.map(slimRow), total, has_more: found.has_more || offset + skills.length < total };
    },
  ),
  get_skill: tool(
    {
      title: "Look at a skill",
      description:
        "One skill: the start of its readme, the JSON Schema of its parameters, its price, and in `access` whether you may run it now and what that costs at most.",
      toolsets: MARKET,
      scope: "read",
      input: GetInput,
      result: FoundSkill,
    },
    async ({ caller }, { slug }) => slimDetail(await detail.read(caller, slug)),
  ),
  quote_skill: tool(
    {
      title: "Quote a run",
      description: "Checks parameters and says what running a skill with them costs, without calling or charging.",
      toolsets: MARKET,
      scope: "execute",
      input: QuoteToolInput,
      result: Quote,
    },
    ({ caller }, { slug, tool, parameters }) => execution.quote(caller, slug, parameters, { tool }),
  ),
  execute_skill: tool(
    {
      title: "Run a skill",
      description:
        "Runs a skill and returns its result, its cost and the remaining balance. It charges at most `max_price`: send the price that you were quoted. Send an `idempotency_key` of your own, and the same one when you retry, so that a retry is never charged twice. Only a valid result is charged.",
      toolsets: MARKET,
      scope: "execute",
      isReadOnly: false,
      isPaying: true,
      input: ExecuteToolInput,
      result: ToolExecuted,
      shown: shownToAgents,
    },
    ({ caller, ...asking }, input) => executeOnce(caller, input, asking),
  ),
  purchase_skill: tool(
    {
      title: "Buy a skill",
      description:
        "Buys a subscription with credits; if one is already active, it is returned at no cost. It renews unless `auto_renew` is false. It charges at most `max_price`.",
      toolsets: MARKET,
      scope: "purchase",
      isReadOnly: false,
      isPaying: true,
      input: PurchaseToolInput,
      result: PurchaseResult,
    },
    async ({ caller }, input) => {
      await ratelimit.requireTaken("spend", caller.accountId);
      return purchaseOnce(caller, input);
    },
  ),
  download_skill: tool(
    {
      title: "Get a package",
      description:
        "Creates a link to a package that the account can download at no further cost: bought, its own, or free. The link works for an hour; `digest` is that of the ZIP, and `command` installs it into an agent.",
      toolsets: MARKET,
      scope: "execute",
      isReadOnly: false,
      input: GetInput,
      result: DownloadLink,
      shown: (link) => ({ result: link, content: [{ type: "text", text: JSON.stringify(link) }, linkOf(link)] }),
    },
    ({ caller }, { slug }) => downloadLink(caller, slug),
  ),
  get_balance: tool(
    {
      title: "Balance",
      description: "The credits of the account; 1 credit is 1 US dollar.",
      toolsets: EVERYWHERE,
      scope: "read",
      input: EmptyInput,
      result: Balance,
    },
    ({ caller }) => ledger.balance(caller),
  ),
  get_topup_link: tool(
    {
      title: "Link to add credits",
      description: "Link to the page where the user adds credits. Programs can't pay: give the link to the user.",
      toolsets: EVERYWHERE,
      scope: "read",
      input: EmptyInput,
      result: TopupLink,
    },
    async () => ({ topup_url: `${env().PUBLIC_URL}/wallet` }),
  ),
};
