import { z } from "zod";
import { ImageId } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { GUEST_SETTINGS } from "@/lib/platform/site/guest-setting-schemas";
import { line, setting } from "@/lib/platform/site/input-schemas";
import { LANDING_SETTINGS } from "@/lib/platform/site/landing-setting-schemas";
import { ORGANIZATION_SETTINGS } from "@/lib/platform/site/organization-setting-schemas";
import { PROTECTED_NAMES } from "@/lib/platform/site/protected-names";
import { REJECTION_REASONS } from "@/lib/platform/site/rejection-reasons";
import { TitledText } from "@/lib/platform/site/titled-text-schemas";

const MAX_NAME_CHARS = 120;
const MAX_DETAIL_LINES = 10;
const MAX_LINE_CHARS = 200;
const MAX_ANNOUNCEMENT_CHARS = 300;
const MAX_PAGE_CHARS = 65_536;
const MAX_SITE_NAME_CHARS = 40;
const MAX_FOOTER_CHARS = 500;
const MAX_TARGET_HOURS = 720;
const MAX_PRICE_RISE_PERCENT = 100;
const MAX_PRICE_NOTICE_DAYS = 90;
const MAX_REASONS = 30;
const MAX_PROTECTED_NAMES = 500;
/** A name, then domains. */
const PROTECTED_NAME = /^[\p{Ll}\p{N}]{3,40}(?: [a-z0-9-]+(?:\.[a-z0-9-]+)+){1,5}$/u;
const MAX_BILLING_YEARS = 30;

const Page = line(MAX_PAGE_CHARS).nullable();

/**
 * The settings that administrators change while the product runs: the only list. The API, the form with its limits, the defaults, and
 * the table of docs/configuration.md follow from it.
 */
export const SETTINGS = {
  marketplace_name: setting(
    line(MAX_SITE_NAME_CHARS).meta({
      description: "The marketplace's name, on every page and in mails.",
      example: "Acme Skills",
    }),
    {
      initial: "Skills Marketplace",
      panel: "brand",
      label: "Marketplace name",
      hint: "In the header, in page titles and in mails.",
      input: { kind: "line" },
    },
  ),
  accent_color: setting(
    z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, "must be a color such as #0f766e")
      .nullable()
      .meta({ description: "The color of links and buttons; null for the default.", example: "#0f766e" }),
    {
      initial: null,
      panel: "brand",
      label: "Accent color",
      hint: "A color such as #0f766e for links and buttons. Its lightness adapts to each theme. Leave empty for the default.",
      input: { kind: "color" },
    },
  ),
  logo: setting(
    ImageId.nullable().meta({
      description: "The image in the header; null for the first letter of the name.",
      example: null,
    }),
    {
      initial: null,
      panel: "brand",
      label: "Logo",
      hint: "Square, in the header of every page.",
      input: { kind: "its own" },
    },
  ),
  ...LANDING_SETTINGS,
  ...GUEST_SETTINGS,
  mail_footer: setting(
    line(MAX_FOOTER_CHARS).nullable().meta({
      description: "Footer of every mail; null for none.",
      example: "Example Ltd, 1 Main Street",
    }),
    {
      initial: null,
      panel: "brand",
      label: "Mail footer",
      hint: "For example your address and tax ID. Leave empty for none.",
      input: { kind: "text", rows: 3 },
    },
  ),
  review_target_hours: setting(
    z
      .number()
      .int()
      .min(1)
      .max(MAX_TARGET_HOURS)
      .meta({ description: "A submission is overdue once it has waited this many hours.", example: 48 }),
    {
      initial: 48,
      panel: "review",
      label: "Review target, in hours",
      hint: "Submissions that wait longer are overdue, and administrators are notified.",
      input: { kind: "number" },
    },
  ),
  rejection_reasons: setting(
    z
      .array(TitledText)
      .max(MAX_REASONS)
      .meta({
        description: "Templates that reviewers start a rejection reason from.",
        example: [{ title: "Wrong category", text: "The category does not fit." }],
      }),
    {
      initial: REJECTION_REASONS,
      panel: "review",
      label: "Rejection reasons",
      hint: "Separate reasons with an empty line. First line: title. Rest: text for the developer.",
      input: { kind: "titled", rows: 12 },
    },
  ),
  protected_names: setting(
    z
      .array(line(MAX_LINE_CHARS).regex(PROTECTED_NAME, "must be a name in small letters, then its domains"))
      .max(MAX_PROTECTED_NAMES)
      .meta({
        description: "Names of brands, each with its domains. Publishers who use or imitate one need its domain.",
        example: ["github github.com"],
      }),
    {
      initial: PROTECTED_NAMES,
      panel: "review",
      label: "Protected names",
      hint: "One brand a line: its name in small letters, then its domains, such as “github github.com”. Reviewers see who uses or imitates a name without having verified one of its domains.",
      input: { kind: "lines", rows: 8 },
    },
  ),
  // As in `ledger_post_sale`.
  fee_percent: setting(
    z.number().min(LIMITS.percent.min).max(LIMITS.percent.max).multipleOf(LIMITS.percent.step).meta({
      description: "The marketplace's share of sales from now on, of developers without a fee of their own.",
      example: 15,
    }),
    {
      initial: 15,
      panel: "prices",
      label: "Fee on sales (%)",
      hint: "Applies to new sales. Developers with their own fee keep it; all others are notified.",
      input: { kind: "number" },
    },
  ),
  price_rise_percent: setting(
    z.number().int().min(0).max(MAX_PRICE_RISE_PERCENT).meta({
      description:
        "A price increase up to this percentage applies immediately, once per notice period, on skills in use.",
      example: 10,
    }),
    {
      initial: 10,
      panel: "prices",
      label: "Largest price increase without notice (%)",
      hint: "Allowed once per notice period on skills in use. Larger increases are announced first.",
      input: { kind: "number" },
    },
  ),
  price_notice_days: setting(
    z.number().int().min(0).max(MAX_PRICE_NOTICE_DAYS).meta({
      description: "Days between announcing a larger increase and applying it; 0 applies every increase immediately.",
      example: 7,
    }),
    {
      initial: 7,
      panel: "prices",
      label: "Days of notice",
      hint: "Days between announcing an increase and applying it. 0 applies it immediately.",
      input: { kind: "number" },
    },
  ),
  operator_name: setting(
    line(MAX_NAME_CHARS).meta({
      description: "Who runs the marketplace: the issuer of receipts.",
      example: "Example Ltd",
    }),
    {
      initial: "Skills Marketplace",
      panel: "operator",
      label: "Name",
      hint: "The company or person who runs the marketplace.",
      input: { kind: "line" },
    },
  ),
  operator_details: setting(
    z
      .array(line(MAX_LINE_CHARS))
      .max(MAX_DETAIL_LINES)
      .meta({
        description: "Lines below the name on receipts: address, tax id.",
        example: ["1 Main Street"],
      }),
    {
      initial: [],
      panel: "operator",
      label: "Address and tax id",
      hint: "One line each, at most 10.",
      input: { kind: "lines", rows: 4 },
    },
  ),
  billing_years: setting(
    z.number().int().min(1).max(MAX_BILLING_YEARS).meta({
      description: "Years for which the bills of a closed account keep names and addresses.",
      example: 10,
    }),
    {
      initial: 10,
      panel: "operator",
      label: "Years to keep bills",
      hint: "How long bills of closed accounts keep names and addresses: what bookkeeping law requires where you are.",
      input: { kind: "number" },
    },
  ),
  announcement: setting(
    line(MAX_ANNOUNCEMENT_CHARS)
      .nullable()
      .meta({ description: "A banner above every page; null for none.", example: "Maintenance on Sunday." }),
    {
      initial: null,
      panel: "site",
      label: "Announcement",
      hint: "A banner above every page. Leave empty for none.",
      input: { kind: "text", rows: 2 },
    },
  ),
  registration: setting(
    z.enum(["open", "invitation", "closed"]).meta({
      id: "RegistrationMode",
      description: "Who can create an account: anyone, those who are invited, or no one.",
      example: "open",
    }),
    {
      initial: "open",
      panel: "site",
      label: "Registration",
      hint: "Who can create an account.",
      input: {
        kind: "choice",
        options: {
          open: "Open: anyone can create an account",
          invitation: "By invitation: only the emails invited below",
          closed: "Closed: no new accounts",
        },
      },
    },
  ),
  ...ORGANIZATION_SETTINGS,
  support_email: setting(
    z.email().nullable().meta({ description: "Support email, shown in the footer.", example: "help@example.com" }),
    {
      initial: null,
      panel: "site",
      label: "Support email",
      hint: "Shown in the footer. Leave empty for none.",
      input: { kind: "line" },
    },
  ),
  terms: setting(
    Page.meta({
      description: "The page /terms in Markdown; null shows the draft.",
      example: "# Terms of service",
    }),
    {
      initial: null,
      panel: "legal",
      label: "Terms of service, at /terms",
      hint: "Leave empty to show the draft.",
      input: { kind: "markdown", rows: 14 },
    },
  ),
  privacy: setting(
    Page.meta({
      description: "The page /privacy in Markdown; null shows the draft.",
      example: "# Privacy policy",
    }),
    {
      initial: null,
      panel: "legal",
      label: "Privacy policy, at /privacy",
      hint: "Leave empty to show the draft.",
      input: { kind: "markdown", rows: 14 },
    },
  ),
};

export type SettingName = keyof typeof SETTINGS;
export type SettingInput = (typeof SETTINGS)[SettingName]["input"];
export const SITE_SETTINGS = Object.keys(SETTINGS) as SettingName[];
