import { z } from "zod";
import { ReasonInput } from "@/lib/identity/accounts/admin-schemas";
import { Id } from "@/lib/platform/core/fields";
import { Credits } from "@/lib/platform/core/money";
import { pageOf } from "@/lib/platform/core/page";

export const SkillSuspension = ReasonInput.extend({
  malware: z.boolean().default(false).meta({
    description:
      "Recalls it: everyone who bought, downloaded or lately called it is warned, with the digests of its archives.",
  }),
}).meta({ id: "SkillSuspension" });

export const SafetySignal = z
  .object({
    kind: z
      .enum(["shared_address", "buying_ring", "shared_with_buyers", "refund_spike", "refunded_buyer"])
      .meta({ id: "SafetySignalKind" }),
    subject: z
      .string()
      .meta({ description: "The address, skill or account that it is about.", example: "203.0.113.7" }),
    text: z.string().meta({ description: "What was seen, with its numbers." }),
    count: z.number().int().meta({ description: "How often, the most notable first.", example: 6 }),
    amount: Credits.nullable().meta({ description: "The credits that it is about, when it is about money." }),
    accounts: z.array(z.object({ id: Id, email: z.string(), name: z.string() })).meta({
      description: "The accounts that are part of it, at most 10.",
    }),
    skill: z.object({ id: Id, slug: z.string() }).nullable(),
  })
  .meta({ id: "SafetySignal" });
export type SafetySignal = z.input<typeof SafetySignal>;
export const SafetySignalList = pageOf(SafetySignal).meta({ id: "SafetySignalList" });
