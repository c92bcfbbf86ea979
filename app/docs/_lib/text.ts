import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DOC_PAGES, type DocPage } from "@/app/_lib/docs-pages";
import { payoutCountryNames } from "@/app/_lib/payout-countries";
import { contentText } from "@/app/docs/_lib/content-text";
import { errorsText } from "@/app/docs/_lib/errors-text";
import { rolesText } from "@/app/docs/_lib/roles-text";
import { inOurScope, pythonWheel } from "@/lib/demand/distribution/client-packages";
import { MAX_INPUTS } from "@/lib/demand/execution/batch-schemas";
import { EVENTS } from "@/lib/interfaces/webhooks/event-types";
import { WEBHOOK_LIMITS } from "@/lib/interfaces/webhooks/limits";
import { env } from "@/lib/platform/core/env";
import { MAX_IMAGE_BYTES, megabytes } from "@/lib/platform/core/limits";
import * as site from "@/lib/platform/site/service";
import { INTERVALS_TEXT } from "@/lib/supply/skills/intervals";
import { FREE_CALLS_RULE } from "@/lib/supply/skills/price-text";

const EVENTS_TABLE = [
  "| type | when |",
  "| --- | --- |",
  ...Object.entries(EVENTS).map(([type, { about }]) => `| \`${type}\` | ${about} |`),
].join("\n");

/** The Markdown of a page without its title, with this installation's own addresses and figures; null for an unknown page. */
export async function docText(slug: string): Promise<{ page: DocPage; text: string } | null> {
  const page = DOC_PAGES.find((known) => known.slug === slug);
  if (!page) return null;
  const text =
    slug === "errors" ? errorsText() : readFileSync(join(process.cwd(), "app", "docs", "guides", `${slug}.md`), "utf8");
  const { settings } = await site.current();
  const { PUBLIC_URL, CALL_TIMEOUT_SECONDS, MAX_ANSWER_MIB, MAX_IN_FLIGHT, MAX_IN_FLIGHT_SKILL } = env();
  const values: Record<string, string> = {
    base: PUBLIC_URL,
    wheel: (await pythonWheel())?.filename ?? "skills_marketplace-0.1.0-py3-none-any.whl",
    fee: String(settings.fee_percent),
    payout_countries: payoutCountryNames().join(", "),
    call_seconds: String(CALL_TIMEOUT_SECONDS),
    answer_mib: String(MAX_ANSWER_MIB),
    in_flight: String(MAX_IN_FLIGHT),
    in_flight_skill: String(MAX_IN_FLIGHT_SKILL),
    rise_percent: String(settings.price_rise_percent),
    notice_days: String(settings.price_notice_days),
    free_calls: FREE_CALLS_RULE,
    terms: INTERVALS_TEXT,
    events: EVENTS_TABLE,
    webhooks: String(WEBHOOK_LIMITS.endpoints),
    webhook_seconds: String(WEBHOOK_LIMITS.answerSeconds),
    webhook_at_once: String(WEBHOOK_LIMITS.atOnce),
    webhook_at_once_of_endpoint: String(WEBHOOK_LIMITS.atOnceOfEndpoint),
    webhook_failing_days: String(WEBHOOK_LIMITS.failingDays),
    webhook_log_days: String(WEBHOOK_LIMITS.logDays),
    batch_inputs: MAX_INPUTS.toLocaleString("en-US"),
    image_mb: megabytes(MAX_IMAGE_BYTES),
    content_fields: contentText(),
    roles: rolesText(),
    organizations: String(settings.organizations_per_person),
  };
  return {
    page,
    text: inOurScope(text).replace(/\{\{(\w+)\}\}/g, (_, name: string) => valueNamed(values, name)),
  };
}

/** A guide never shows a name in braces for a value that there is none of. */
function valueNamed(values: Record<string, string>, name: string): string {
  const value = values[name];
  if (value === undefined) throw new Error(`no value is called ${name}`);
  return value;
}
