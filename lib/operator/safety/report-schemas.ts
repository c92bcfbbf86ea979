import { z } from "zod";
import { Reason } from "@/lib/identity/accounts/admin-schemas";
import { Id, Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { pageOf, pageQuery } from "@/lib/platform/core/page";
import { REPORT_KIND_TITLES } from "@/lib/supply/skills/report-kinds";

const DEFAULT_PAGE_SIZE = 50;

const REPORT_KINDS = Object.keys(REPORT_KIND_TITLES) as [keyof typeof REPORT_KIND_TITLES];
export const REPORT_STATES = ["open", "dismissed", "warned", "suspended"] as const;
export const ReportKind = z
  .enum(REPORT_KINDS)
  .meta({ id: "ReportKind", description: "What is wrong with the skill.", example: "misleading" });
export type ReportKind = z.output<typeof ReportKind>;
export const ReportState = z
  .enum(REPORT_STATES)
  .meta({ id: "ReportState", description: "`open`, or what was decided about it.", example: "open" });
export type ReportState = z.output<typeof ReportState>;

export const ReportInput = z
  .strictObject({
    kind: ReportKind,
    text: z.string().trim().min(1, { error: "say what is wrong" }).max(LIMITS.report.maxLength).meta({
      description: "What is wrong, and how to see it.",
      example: "It returns made-up figures.",
    }),
  })
  .meta({ id: "ReportInput" });
export type ReportInput = z.output<typeof ReportInput>;

export const Report = z
  .object({
    id: Id,
    skill: z.object({ slug: z.string().meta({ example: "text-statistics" }), name: z.string() }),
    kind: ReportKind,
    text: z.string(),
    state: ReportState,
    created_at: Time,
    decided_at: Time.nullable(),
  })
  .meta({ id: "Report" });
export type Report = z.input<typeof Report>;
export const ReportList = pageOf(Report).meta({ id: "ReportList" });
export const OwnReportQuery = z.object(pageQuery(DEFAULT_PAGE_SIZE));

export const ReportQuery = z.object({
  state: ReportState.optional(),
  kind: ReportKind.optional(),
  skill: z
    .string()
    .min(1)
    .max(LIMITS.slug.maxLength)
    .optional()
    .meta({ description: "Slug of a skill.", example: "text-statistics" }),
  ...pageQuery(DEFAULT_PAGE_SIZE),
});
export type ReportQuery = z.output<typeof ReportQuery>;

const Somebody = z.object({
  id: Id,
  name: z.string(),
  email: z.string().meta({ example: "ada@example.com" }),
});

export const TriagedReport = Report.extend({
  skill: z.object({
    id: Id,
    slug: z.string().meta({ example: "text-statistics" }),
    name: z.string(),
    live: z.boolean(),
    suspended: z.boolean(),
    developer: Somebody,
  }),
  reporter: Somebody.extend({
    reports: z.number().int().meta({ description: "How many reports the reporter has made." }),
    dismissed: z.number().int().meta({ description: "How many of them were dismissed." }),
  }),
  open_reports: z.number().int().meta({ description: "Open reports of this skill, this one included." }),
  note: z.string().nullable(),
  decided_by: z.object({ id: Id, name: z.string() }).nullable(),
}).meta({ id: "TriagedReport" });
export type TriagedReport = z.input<typeof TriagedReport>;
export const TriagedReportList = pageOf(TriagedReport)
  .extend({
    counts: z
      .object({
        open: z.number().int(),
        dismissed: z.number().int(),
        warned: z.number().int(),
        suspended: z.number().int(),
      })
      .meta({ description: "How many reports are in each state at all." }),
  })
  .meta({ id: "TriagedReportList" });

export const ReportDecision = z
  .strictObject({
    action: z.enum(["dismiss", "warn", "suspend"]).meta({
      id: "ReportAction",
      description:
        "`dismiss` closes the report; `warn` also puts the note into the skill's history, where its developer reads it; `suspend` takes the skill off the marketplace and closes all its open reports.",
      example: "warn",
    }),
    note: Reason.meta({
      description: "Why; recorded in the audit log. The developer reads it with a warning or suspension.",
      example: "Say in the readme that the figures are estimates.",
    }),
  })
  .meta({ id: "ReportDecision" });
export type ReportDecision = z.output<typeof ReportDecision>;
