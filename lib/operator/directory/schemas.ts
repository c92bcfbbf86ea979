import { z } from "zod";
import { Reason } from "@/lib/identity/accounts/admin-schemas";
import { AccountView, Role } from "@/lib/identity/accounts/schemas";
import { MemberRole } from "@/lib/identity/keys/role-schemas";
import { KeyRecord } from "@/lib/identity/keys/schemas";
import { Balance } from "@/lib/money/ledger/schemas";
import { Id, Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { Credits, parseCredits } from "@/lib/platform/core/money";
import { pageOf, pageQuery } from "@/lib/platform/core/page";
import { AuditEvent } from "@/lib/supply/review/audit-schemas";
import { PurchaseView } from "@/lib/supply/skills/purchase-schemas";
import { SkillStatus } from "@/lib/supply/skills/schemas";

const DEFAULT_PAGE_SIZE = 25;
export const MAX_GRANT_CREDITS = 1_000;

const AccountKind = z.enum(["person", "organization"]).meta({ id: "AccountKind" });

export const AccountQuery = z.object({
  search: z
    .string()
    .trim()
    .min(1)
    .max(LIMITS.email.maxLength)
    .optional()
    .meta({ description: "Part of an email address or name, or a whole id.", example: "ada" }),
  role: Role.optional().meta({ description: "Only this role.", example: "admin" }),
  kind: AccountKind.optional().meta({ description: "Only people, or only organizations.", example: "organization" }),
  state: z
    .enum(["active", "suspended", "closed"])
    .meta({ id: "AccountState" })
    .optional()
    .meta({ description: "Only accounts in this state.", example: "suspended" }),
  ...pageQuery(DEFAULT_PAGE_SIZE),
});
export type AccountQuery = z.output<typeof AccountQuery>;

export const AdminAccount = AccountView.extend({
  kind: AccountKind.meta({ description: "An organization has no email: its own is a placeholder." }),
  suspension: z
    .object({ reason: z.string().meta({ example: "Reported by three buyers." }), since: Time })
    .nullable()
    .meta({ description: "Set while the account is suspended." }),
  handle: z.string().meta({ description: "Handle in the URL of the publisher's page.", example: "ada-lovelace" }),
  verified_at: Time.nullable().meta({ description: "Set while the publisher has the verified badge." }),
  closed_at: Time.nullable().meta({
    description: "When its owner closed it, after which nothing personal is left.",
  }),
  available: Credits.meta({ description: "Credits that the account can spend." }),
  key_count: z.number().int().meta({ description: "Keys that are not revoked." }),
  session_count: z.number().int().meta({ description: "Browsers that are signed in." }),
  skill_count: z.number().int(),
}).meta({ id: "AdminAccount" });
export type AdminAccount = z.input<typeof AdminAccount>;
export const AdminAccountList = pageOf(AdminAccount).meta({ id: "AdminAccountList" });

const AccountSession = z.object({
  id: Id,
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: Time,
  last_used_at: Time,
  expires_at: Time,
});

const AccountSkill = z.object({
  id: Id,
  slug: z.string().meta({ example: "text-statistics" }),
  name: z.string(),
  status: SkillStatus,
  live: z.boolean(),
  suspended: z.boolean(),
});

export const AccountDetail = AdminAccount.extend({
  two_factor: z.boolean(),
  balance: Balance,
  usage: z
    .object({ calls: z.number().int(), failed: z.number().int(), spent: Credits })
    .meta({ description: "Calls of the last 30 days." }),
  memberships: z
    .array(z.object({ account_id: Id, name: z.string(), role: MemberRole }))
    .meta({ description: "Members of an organization, or the organizations of a person; at most 100." }),
  keys: z.array(KeyRecord),
  sessions: z.array(AccountSession).meta({ description: "Newest first, at most 50." }),
  skills: z.array(AccountSkill).meta({ description: "Newest first, at most 100." }),
  purchases: z.array(PurchaseView).meta({ description: "Newest first, at most 25." }),
  fee_percent: z
    .number()
    .nullable()
    .meta({ description: "The developer's own fee; null for the marketplace's.", example: 10 }),
  suspension_effects: z
    .object({
      live_skills: z.number().int(),
      running_purchases: z.number().int().meta({ description: "Of its skills, by others." }),
      refund: Credits.meta({ description: "Credits that the buyers of its skills would get back now." }),
      earnings: Credits.meta({
        description: "What the developer has earned and not been paid, before these refunds.",
      }),
      renewing: z.number().int().meta({ description: "Its own subscriptions that would no longer renew." }),
    })
    .meta({ description: "What a suspension would do." }),
  history: z.array(AuditEvent).meta({ description: "What administrators did to it, newest first, at most 25." }),
}).meta({ id: "AccountDetail" });
export type AccountDetail = z.input<typeof AccountDetail>;

export const RoleInput = z
  .strictObject({
    role: Role.meta({ description: "What the account becomes.", example: "admin" }),
    reason: Reason,
  })
  .meta({ id: "RoleInput" });
export type RoleInput = z.output<typeof RoleInput>;

export const FeeInput = z
  .strictObject({
    fee_percent: z
      .number()
      .min(LIMITS.percent.min)
      .max(LIMITS.percent.max)
      .multipleOf(LIMITS.percent.step)
      .nullable()
      .meta({
        description: "Percent of each sale from now on; null for the marketplace's fee.",
        example: 10,
      }),
    reason: Reason,
  })
  .meta({ id: "FeeInput" });
export type FeeInput = z.output<typeof FeeInput>;

export const CreditInput = z
  .strictObject({
    amount: z
      .number()
      .positive()
      .max(MAX_GRANT_CREDITS)
      .refine((value) => parseCredits(value) !== null, { error: "must have at most 6 decimals" })
      .meta({ description: `Credits, more than 0, at most ${MAX_GRANT_CREDITS}.`, example: 10 }),
    reason: Reason,
  })
  .meta({ id: "CreditInput" });
export type CreditInput = z.output<typeof CreditInput>;

export const CreditResult = z.object({ credited: Credits, balance: Balance }).meta({ id: "CreditResult" });
