import { expect, test } from "vitest";
import { chargeOf } from "@/app/(market)/skills/[slug]/_components/skill-page";

const skill = (reason: string, price_per_call: number | null, max_cost: number | null = 0) =>
  ({ access: { reason, max_cost }, price_per_call, units: [] }) as unknown as Parameters<typeof chargeOf>[0];

test.each([
  ["a call of a free skill", skill("free", 0), 0],
  ["a tool with its own price of a free skill", skill("free", 5), 5],
  ["a call with a price", skill("pay_per_call", 2), 2],
  ["a call in a subscription", skill("purchase", null, 0), 0],
  ["a call that renews one", skill("purchase", null, 9), 9],
  ["a free call", skill("free_calls", 2), 0],
  ["the owner's call", skill("owner", 2), 0],
])("%s charges what is confirmed before", (_, of, charge) => expect(chargeOf(of)).toBe(charge));
