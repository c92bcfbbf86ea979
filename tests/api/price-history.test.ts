import { describe, expect, test } from "vitest";
import { query } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { fillFormerPrices } from "@/lib/supply/publishing/former-prices";
import { call } from "@/tests/support/api";
import { approve, draftSkill, liveSkill, type Person, person } from "@/tests/support/people";

const change = (owner: Person, id: string, body: object) =>
  call("PATCH", `/v1/developer/skills/${id}`, { key: owner.key, body });
const pricesOf = async (owner: Person, id: string) => {
  const { body } = await call("GET", `/v1/developer/skills/${id}/history`, { key: owner.key });
  return body.data.filter(({ action }) => action === "reprice").map(({ reason }) => reason);
};

describe("the history of a skill", () => {
  test("shows a price change while an edit of the skill is open", async () => {
    const owner = await person();
    const { id } = await liveSkill(owner, { price_per_call: 0.5 });
    await change(owner, id, { description: "A better one.", submit: false });
    await change(owner, id, { price_per_call: 0.4, submit: false });
    await change(owner, id, { price_per_call: 0.3 });
    expect(await pricesOf(owner, id)).toEqual(["$0.40 per call → $0.30 per call", "$0.50 per call → $0.40 per call"]);
  });

  test("shows a price change that comes with an edit", async () => {
    const owner = await person();
    const { id } = await liveSkill(owner, { price_per_call: 0.5 });
    await change(owner, id, { description: "A better one.", price_per_call: 0.4 });
    await approve(id);
    await change(owner, id, { description: "The best one.", price_per_call: 0.3, submit: false });
    expect(await pricesOf(owner, id)).toHaveLength(2);
  });

  test("keeps every sentence of former price changes, and shows those that applied with their version", async () => {
    const owner = await person();
    const { id, slug } = await liveSkill(owner, { price_per_call: 0.5 });
    const sentences = [
      "no price yet → Free",
      "$0.50 per call, first one free → $1,234.50 per call, first 1,000 free",
      "$4 per month → $0.002 per call",
      "$1 per call → $5 per year, announced for 2026-10-02",
      "a wording that nobody knows → $2 per call",
    ];
    for (const reason of sentences)
      await query(
        "test.former-price",
        `INSERT INTO review_event (id, skill_id, revision_id, actor_id, action, reason, created_at)
         SELECT $1, id, live_revision_id, owner_id, 'reprice', $2, clock_timestamp() FROM skill WHERE id = $3`,
        [newId(), reason, id],
      );
    expect(await fillFormerPrices()).toBe(4);
    expect(await fillFormerPrices()).toBe(0);
    expect((await pricesOf(owner, id)).sort()).toEqual(sentences.sort());
    const { body } = await call("GET", `/v1/skills/${slug}/versions`, { key: owner.key });
    expect(body.data[0]).toMatchObject({
      changes: {
        prices: [
          { before: "no price yet", after: "Free" },
          { before: "$0.50 per call, first one free", after: "$1,234.50 per call, first 1,000 free" },
          { before: "$4 per month", after: "$0.002 per call" },
        ],
      },
    });
  });

  test("omits the prices of a draft that was never submitted", async () => {
    const owner = await person();
    const { id } = await draftSkill(owner, { price_per_call: 0.5 });
    await change(owner, id, { price_per_call: 0.4 });
    expect(await pricesOf(owner, id)).toEqual([]);
  });
});
