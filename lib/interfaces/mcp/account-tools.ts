import { AnalyticsQuery, SkillAnalytics } from "@/lib/demand/analytics/schemas";
import * as analytics from "@/lib/demand/analytics/service";
import * as plans from "@/lib/demand/purchases/plan-changes";
import { PlanChangeResult, PlanQuote } from "@/lib/demand/purchases/plan-schemas";
import { PurchaseList } from "@/lib/demand/purchases/schemas";
import * as purchases from "@/lib/demand/purchases/service";
import { UsageList } from "@/lib/demand/usage/schemas";
import * as usage from "@/lib/demand/usage/service";
import { changePlanOnce } from "@/lib/interfaces/mcp/once";
import { ChangePlanToolInput, PageInput, QuotePlanToolInput, SkillAnalyticsInput } from "@/lib/interfaces/mcp/schemas";
import { tool } from "@/lib/interfaces/mcp/tool";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import { OwnedSkillList, OwnedSkillsQuery } from "@/lib/supply/publishing/schemas";
import * as publishing from "@/lib/supply/publishing/service";

/** Tools about the account's purchases and usage. */
export const ACCOUNT_TOOLS = {
  list_purchases: tool(
    {
      title: "Purchases",
      description: "Lists the skills that the account has bought, newest first, and when each renews or ends.",
      toolsets: ["mine"],
      scope: "read",
      input: PageInput,
      result: PurchaseList,
    },
    ({ caller }, page) => purchases.list(caller, page),
  ),
  quote_plan: tool(
    {
      title: "Quote another plan",
      description: "What another plan of a purchase charges, and when it begins. Nothing is charged.",
      toolsets: ["mine"],
      scope: "read",
      input: QuotePlanToolInput,
      result: PlanQuote,
    },
    async ({ caller }, { purchase_id: id, plan }) => {
      await purchases.requireKeyAllowsPurchase(caller, id);
      return plans.quote(caller, id, plan);
    },
  ),
  change_plan: tool(
    {
      title: "Change the plan",
      description:
        "Changes the plan of a purchase: one that costs more now, any other when the term ends. A term of it costs at most `max_price`. Send an `idempotency_key` of your own, and the same one when you retry.",
      toolsets: ["mine"],
      scope: "purchase",
      isReadOnly: false,
      isPaying: true,
      input: ChangePlanToolInput,
      result: PlanChangeResult,
    },
    async ({ caller }, input) => {
      await ratelimit.requireTaken("spend", caller.accountId);
      return changePlanOnce(caller, input);
    },
  ),
  list_usage: tool(
    {
      title: "Usage",
      description: "Lists the account's calls and downloads, newest first, with cost and outcome.",
      toolsets: ["market", "mine"],
      scope: "read",
      input: PageInput,
      result: UsageList,
    },
    ({ caller }, page) => usage.list(caller, page),
  ),
};

/** Tools about the developer's own skills. */
export const DEVELOPER_TOOLS = {
  list_own_skills: tool(
    {
      title: "Own skills",
      description: "Lists the skills that the account publishes, in any status, newest first.",
      toolsets: ["developer"],
      scope: "read",
      input: PageInput,
      result: OwnedSkillList,
    },
    ({ caller }, { limit, offset }) =>
      publishing.list(caller, OwnedSkillsQuery.parse({ limit: String(limit), offset: String(offset) })),
  ),
  get_own_skill_analytics: tool(
    {
      title: "Analytics of one of your skills",
      description: "Calls, callers, errors, latency and revenue of one of the account's skills, by day.",
      toolsets: ["developer"],
      scope: "read",
      input: SkillAnalyticsInput,
      result: SkillAnalytics,
    },
    ({ caller }, { id, days }) => analytics.ofSkill(caller, id, AnalyticsQuery.parse({ days })),
  ),
};
