import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EVENT_TYPES } from "@/lib/interfaces/webhooks/event-types";
import { SITE_SETTINGS } from "@/lib/platform/site/setting-schemas";
import { FILTER_NAMES } from "@/lib/supply/catalog/filters";
import { CONTENT_NAMES } from "@/lib/supply/skills/content-fields";
import { INTERVAL_NAMES } from "@/lib/supply/skills/intervals";

/** Of the first version, whose notes name none of these. Nothing is added here. */
const FIRST = new Set(
  `description category verified publisher readme execution_type api_endpoint endpoint_type api_schema pricing_type free_calls
  min_rating day week month year
  skill.approved skill.rejected skill.suspended purchase.created purchase.renewed purchase.lapsed purchase.refunded
  call.failed run.succeeded run.failed balance.low topup.completed payout.sent payout.paid payout.failed review.received
  webhook.test marketplace_name accent_color logo mail_footer review_target_hours rejection_reasons protected_names
  operator_name operator_details announcement registration support_email terms privacy organizations_per_person
  landing_title landing_text landing_agent_title landing_agent_text landing_steps landing_seller_text landing_picture
  guest_calls_per_day guest_calls_per_skill guest_calls_per_network`.split(/\s+/),
);
const NAMES = [...CONTENT_NAMES, ...FILTER_NAMES, ...EVENT_TYPES, ...SITE_SETTINGS, ...INTERVAL_NAMES];

test("each content field, filter, event, setting and term that is new is named in a note of its change", () => {
  const notes = ["CHANGELOG.md", ...globSync("changes/*.md")].map((path) => readFileSync(path, "utf8")).join("\n");
  const named = new Set([...notes.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = ""]) => code.match(/[\w.]+/g) ?? []));
  const missing = NAMES.filter((name) => !FIRST.has(name) && !named.has(name));
  expect(missing, "name each in backticks in a file of changes/").toEqual([]);
});
