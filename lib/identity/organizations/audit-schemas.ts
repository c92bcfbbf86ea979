import { z } from "zod";
import { Id, Time } from "@/lib/platform/core/fields";
import { pageOf, pageQuery } from "@/lib/platform/core/page";

const DEFAULT_PAGE_SIZE = 50;

const FILTERS = {
  action: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .optional()
    .meta({
      description: "The beginning of actions up to the dot: `member` finds `member.remove`.",
      example: "member",
    }),
};

export const OrganizationAuditFilters = z.object(FILTERS);
export const OrganizationAuditQuery = z.object({ ...FILTERS, ...pageQuery(DEFAULT_PAGE_SIZE) });
export type OrganizationAuditQuery = z.output<typeof OrganizationAuditQuery>;

export const OrganizationAuditEvent = z
  .object({
    id: Id,
    actor: z
      .object({ id: Id, name: z.string().meta({ example: "Ada Lovelace" }) })
      .nullable()
      .meta({ description: "Null when the operator or a job did it." }),
    action: z.string().meta({ example: "member.role" }),
    subject_type: z.string().meta({ example: "organization" }),
    subject_id: z.string(),
    details: z.record(z.string(), z.unknown()),
    created_at: Time,
  })
  .meta({ id: "OrganizationAuditEvent" });
export type OrganizationAuditEvent = Omit<z.output<typeof OrganizationAuditEvent>, "created_at"> & { created_at: Date };
export const OrganizationAuditLog = pageOf(OrganizationAuditEvent).meta({ id: "OrganizationAuditLog" });
