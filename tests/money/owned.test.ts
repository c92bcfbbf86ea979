import { expect, test } from "vitest";
import * as usable from "@/lib/demand/purchases/access";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { personWith } from "@/tests/support/money";
import { liveSkill, type Person, person } from "@/tests/support/people";

const callerOf = ({ id, email, name }: Person) => ({
  accountId: id,
  personId: id,
  email,
  name,
  isAdmin: false,
  key: null,
});

test("owned are one's own skills and those with a running purchase, and no others", async () => {
  const [developer, buyer] = [await person(), await personWith(10)];
  const subscription = { pricing_type: "subscription", price: 1, execution_type: "api" };
  const [bought, lapsed, other] = [
    await liveSkill(developer, subscription),
    await liveSkill(developer, subscription),
    await liveSkill(developer, subscription),
  ];
  const own = await liveSkill(buyer, subscription);
  for (const { slug } of [bought, lapsed])
    expect((await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key, body: {} })).status).toBe(200);
  await query(
    "test.lapse",
    "UPDATE purchase SET status = 'cancelled', auto_renew = false WHERE buyer_id = $1 AND skill_id = $2",
    [buyer.id, lapsed.id],
  );
  const ids = [bought, lapsed, other, own].map(({ id }) => id);
  expect([...(await usable.ownedAmong(callerOf(buyer), ids))].toSorted()).toEqual([bought.id, own.id].toSorted());
  expect(await usable.ownedAmong(callerOf(await person()), ids)).toEqual(new Set());
});
