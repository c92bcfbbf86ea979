import { describe, expect, test } from "vitest";
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
    expect(await pricesOf(owner, id)).toEqual([
      "$0.40 per call → $0.30 per call",
      "$0.50 per call → $0.40 per call",
    ]);
  });

  test("shows a price change that comes with an edit", async () => {
    const owner = await person();
    const { id } = await liveSkill(owner, { price_per_call: 0.5 });
    await change(owner, id, { description: "A better one.", price_per_call: 0.4 });
    await approve(id);
    await change(owner, id, { description: "The best one.", price_per_call: 0.3, submit: false });
    expect(await pricesOf(owner, id)).toHaveLength(2);
  });

  test("omits the prices of a draft that was never submitted", async () => {
    const owner = await person();
    const { id } = await draftSkill(owner, { price_per_call: 0.5 });
    await change(owner, id, { price_per_call: 0.4 });
    expect(await pricesOf(owner, id)).toEqual([]);
  });
});
