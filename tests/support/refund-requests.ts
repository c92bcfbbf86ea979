import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { personWith, subscription } from "@/tests/support/money";
import { liveSkill, type Person, person } from "@/tests/support/people";

/** A subscription that somebody has just bought for 5 credits. */
export async function bought(fields: object = {}) {
  const [developer, buyer] = [await person("Developer"), await personWith(15)];
  const skill = await liveSkill(developer, subscription({ price: 5, ...fields }));
  const { body } = await call("POST", `/v1/skills/${skill.slug}/purchase`, { key: buyer.key });
  return { developer, buyer, skill, id: (body.purchase as { id: string }).id };
}
export type Bought = Awaited<ReturnType<typeof bought>>;

export const REASON = { reason: "It never responded." };
export const ask = ({ buyer, id }: Pick<Bought, "buyer" | "id">, by = buyer) =>
  call("POST", `/v1/purchases/${id}/refund-request`, { key: by.key, body: REASON });
export const read = ({ buyer, id }: Bought) => call("GET", `/v1/purchases/${id}/refund-request`, { key: buyer.key });
export const escalate = ({ buyer, id }: Bought) =>
  call("POST", `/v1/purchases/${id}/refund-request/escalation`, { key: buyer.key });
export const answer = (by: Person, requestId: unknown, decision: "accept" | "decline") =>
  call("POST", `/v1/developer/refund-requests/${requestId}/decision`, {
    key: by.key,
    body: { decision, reason: "You called it 400 times." },
  });
export const kindsOf = async ({ key }: Person) =>
  (await call("GET", "/v1/notifications", { key })).body.data.map(({ kind }) => kind);
/** Moves a purchase and its charge back in time, as if so much of its term had gone. */
export async function passTime(id: string, interval: string) {
  await query(
    `test.pass.purchase.${interval}`,
    `UPDATE purchase SET anchor_at = anchor_at - interval '${interval}', started_at = started_at - interval '${interval}',
       current_period_end = current_period_end - interval '${interval}' WHERE id = $1`,
    [id],
  );
}
