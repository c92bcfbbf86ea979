import { z } from "zod";
import { Id, laterTime, Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { Credits, Price } from "@/lib/platform/core/money";
import { pageOf } from "@/lib/platform/core/page";

/** The periods of a budget, in UTC; weeks begin on Monday. `total` never resets. */
export const BUDGET_PERIODS = ["day", "week", "month", "total"] as const;
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number];

/** What a budget can limit, in the order in which charges meet them. */
export const BUDGET_KINDS = ["account", "member", "key", "program", "skill"] as const;
export type BudgetKind = (typeof BUDGET_KINDS)[number];

const Period = z.enum(BUDGET_PERIODS).meta({ id: "BudgetPeriod" });
const Kind = z.enum(BUDGET_KINDS).meta({
  id: "BudgetKind",
  description:
    "Whose spending it limits: all of the account's, a member's, a key's, a connected program's, or that on a skill.",
  example: "account",
});

export const BudgetInput = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("account"), amount: Price, period: Period }),
  z.strictObject({
    kind: z.literal("member"),
    member_id: Id.meta({ description: "A member of the organization: what their keys and they themselves spend." }),
    amount: Price,
    period: Period,
  }),
  z.strictObject({
    kind: z.literal("key"),
    key_id: Id.meta({ description: "A key, or the key of a connected program: it has one budget." }),
    amount: Price,
    period: Period,
  }),
  z.strictObject({
    kind: z.literal("skill"),
    skill: z
      .string()
      .min(1)
      .max(LIMITS.slug.maxLength)
      .meta({ description: "Slug of the skill.", example: "text-statistics" }),
    amount: Price,
    period: Period,
  }),
]);
export type BudgetInput = z.output<typeof BudgetInput>;

export const Budget = z
  .object({
    id: Id,
    kind: Kind,
    subject_id: Id.meta({ description: "The account, member, key or skill." }),
    name: z.string().nullable().meta({
      description: "Name of the member, key or skill; null for the account.",
      example: null,
    }),
    skill: z.string().nullable().meta({ description: "Slug, for the budget of a skill.", example: null }),
    amount: Credits.meta({ description: "Most credits per period.", example: 100 }),
    period: Period.meta({ example: "month" }),
    spent: Credits.meta({
      description: "Charged in the current period, with what is reserved for calls in progress.",
      example: 12.5,
    }),
    resets_at: laterTime("2026-12-01T00:00:00.000Z").nullable().meta({
      description: "When the next period begins; null for a budget in total.",
    }),
    created_at: Time,
  })
  .meta({ id: "Budget" });
export type Budget = z.input<typeof Budget>;
export const BudgetList = pageOf(Budget).meta({ id: "BudgetList" });
