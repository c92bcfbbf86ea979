import { z } from "zod";
import { Id, Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { pageOf, pageQuery } from "@/lib/platform/core/page";
import { isInOrder, SPAN_FIELDS, SPAN_ORDER } from "@/lib/platform/core/span";

const DEFAULT_PAGE_SIZE = 50;

const filter = (description: string, example: string) =>
  z.string().trim().min(1).max(LIMITS.email.maxLength).optional().meta({ description, example });

const FILTERS = {
  actor: filter(
    "Who did it: an account's id or email address, or `system` for the operator's command line and jobs.",
    "admin@example.com",
  ),
  action: filter("An action, or the beginning of several up to a dot: `skill` finds `skill.approve`.", "skill"),
  subject_type: filter("What it was done to.", "skill"),
  subject: filter("Id of what it was done to, or the slug or email address that it had.", "text-statistics"),
  ...SPAN_FIELDS,
};

export const AuditFilters = z.object(FILTERS).refine(isInOrder, SPAN_ORDER);
export type AuditFilters = z.output<typeof AuditFilters>;
export const AuditQuery = z.object({ ...FILTERS, ...pageQuery(DEFAULT_PAGE_SIZE) }).refine(isInOrder, SPAN_ORDER);
export type AuditQuery = z.output<typeof AuditQuery>;

export const AuditEvent = z
  .object({
    id: Id,
    actor: z
      .object({ id: Id, name: z.string(), email: z.string().meta({ example: "admin@example.com" }) })
      .nullable()
      .meta({ description: "Null when the operator's command line or a job did it." }),
    action: z.string().meta({ example: "skill.approve" }),
    subject_type: z.string().meta({ example: "skill" }),
    subject_id: z.string(),
    details: z.record(z.string(), z.unknown()),
    created_at: Time,
  })
  .meta({ id: "AuditEvent" });
export const AuditLog = pageOf(AuditEvent).meta({ id: "AuditLog" });
