import { z } from "zod";
import { ImageId, Time } from "@/lib/platform/core/fields";

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
const MAX_REASON_TITLE_CHARS = 60;
const MAX_REASON_TEXT_CHARS = 1_000;

const RejectionReason = z.object({
  title: z.string().trim().min(1).max(MAX_REASON_TITLE_CHARS),
  text: z.string().trim().min(1).max(MAX_REASON_TEXT_CHARS),
});
export type RejectionReason = z.output<typeof RejectionReason>;

const Page = z.string().trim().min(1).max(MAX_PAGE_CHARS).nullable();
const FIELDS = {
  marketplace_name: z
    .string()
    .trim()
    .min(1)
    .max(MAX_SITE_NAME_CHARS)
    .meta({ description: "The marketplace's name, on every page and in mails.", example: "Acme Skills" }),
  accent_color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, "must be a color such as #0f766e")
    .nullable()
    .meta({ description: "The color of links and buttons; null for the default.", example: "#0f766e" }),
  logo: ImageId.nullable().meta({
    description: "The image in the header; null for the first letter of the name.",
    example: null,
  }),
  mail_footer: z.string().trim().min(1).max(MAX_FOOTER_CHARS).nullable().meta({
    description: "What stands below every mail; null for nothing.",
    example: "Example Ltd, 1 Main Street",
  }),
  review_target_hours: z
    .number()
    .int()
    .min(1)
    .max(MAX_TARGET_HOURS)
    .meta({ description: "A submission is overdue once it has waited this many hours.", example: 48 }),
  rejection_reasons: z
    .array(RejectionReason)
    .max(MAX_REASONS)
    .meta({
      description: "What reviewers choose from to begin the reason of a rejection.",
      example: [{ title: "Wrong category", text: "The category does not fit." }],
    }),
  fee_percent: z.number().min(0).max(100).multipleOf(0.01).meta({
    description: "The marketplace's share of sales from now on, of developers without a fee of their own.",
    example: 15,
  }),
  price_rise_percent: z.number().int().min(0).max(MAX_PRICE_RISE_PERCENT).meta({
    description:
      "A rise of a used skill's price by at most this applies at once, if it is the first in the days of notice.",
    example: 10,
  }),
  price_notice_days: z.number().int().min(0).max(MAX_PRICE_NOTICE_DAYS).meta({
    description:
      "Days between the announcement of any other rise and the rise; 0 applies every rise at once.",
    example: 7,
  }),
  operator_name: z.string().trim().min(1).max(MAX_NAME_CHARS).meta({
    description: "Who runs the marketplace: the issuer of receipts.",
    example: "Example Ltd",
  }),
  operator_details: z
    .array(z.string().trim().min(1).max(MAX_LINE_CHARS))
    .max(MAX_DETAIL_LINES)
    .meta({ description: "Lines below the name on receipts: address, tax id.", example: ["1 Main Street"] }),
  support_email: z
    .email()
    .nullable()
    .meta({ description: "Where users write to; shown in the footer.", example: "help@example.com" }),
  announcement: z
    .string()
    .trim()
    .min(1)
    .max(MAX_ANNOUNCEMENT_CHARS)
    .nullable()
    .meta({ description: "A banner above every page; null for none.", example: "Maintenance on Sunday." }),
  registration: z.enum(["open", "invitation", "closed"]).meta({
    id: "RegistrationMode",
    description: "Who can create an account: anyone, those who are invited, or no one.",
    example: "open",
  }),
  terms: Page.meta({
    description: "The page /terms in Markdown; null shows the draft.",
    example: "# Terms of service",
  }),
  privacy: Page.meta({
    description: "The page /privacy in Markdown; null shows the draft.",
    example: "# Privacy policy",
  }),
};

export const SiteSettings = z.object(FIELDS).meta({ id: "SiteSettings" });
export type SiteSettings = z.output<typeof SiteSettings>;
export const SITE_SETTINGS = Object.keys(FIELDS) as (keyof SiteSettings)[];

export const SiteSettingsChange = z
  .strictObject({
    ...FIELDS,
    logo: z.null().meta({
      description: "null removes it; PUT /v1/admin/settings/logo sets one.",
      example: null,
    }),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, { error: "name at least one setting to change" })
  .meta({ id: "SiteSettingsChange", example: { announcement: "Maintenance on Sunday." } });
export type SiteSettingsChange = z.output<typeof SiteSettingsChange>;

export const SiteSettingsView = z
  .object({
    settings: SiteSettings,
    overridden: z.array(z.string()).meta({
      description: "Settings that the environment sets; they cannot be changed here.",
      example: ["operator_name"],
    }),
    terms_version: z.number().int().meta({
      description: "Grows with every change of terms or privacy; recorded at registration.",
      example: 1,
    }),
    updated_at: Time.nullable().meta({ description: "Null before the first change." }),
  })
  .meta({ id: "SiteSettingsView" });
export type SiteSettingsView = z.input<typeof SiteSettingsView>;
