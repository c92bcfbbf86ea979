import { beforeAll, describe, expect, test } from "vitest";
import { call } from "@/tests/support/api";
import { liveSkill, type Person, person, skillFields, unique } from "@/tests/support/people";

const PAGES = { name: "pages", price: 0.01, most: 100, free: 0 };
/** Lists what a word finds. */
const listOf = (word: string) => async (more: string) => {
  const { body } = await call("GET", `/v1/skills?search=${word}${more}`, { key: developer.key });
  return (body.data as { slug: string }[]).map(({ slug }) => slug);
};

let developer: Person;
beforeAll(async () => {
  developer = await person();
});

describe("units of a skill", () => {
  test.each([
    [{ units: [PAGES, PAGES] }, "units[1].name"],
    [{ units: [{ ...PAGES, price: 0.0000009 }] }, "units[0].price"],
    [{ units: [{ ...PAGES, price: 0.0000010001 }] }, "units[0].price"],
    [{ units: [{ ...PAGES, price: 0 }] }, "units[0].price"],
    [{ units: [{ ...PAGES, most: 0 }] }, "units[0].most"],
    [{ units: [{ ...PAGES, free: 100 }] }, "units[0].free"],
    [{ units: [{ ...PAGES, free: -1 }] }, "units[0].free"],
    [{ units: [{ ...PAGES, name: "Pages" }] }, "units[0].name"],
    [{ units: [{ ...PAGES, price: 10_000, most: 2 }] }, "units"],
    [{ units: ["a", "b", "c", "d", "e", "f"].map((name) => ({ ...PAGES, name })) }, "units"],
    [{ units: [PAGES], pricing_type: "subscription", price: 5, price_per_call: null }, "units"],
    [{ units: [PAGES], execution_type: "download" }, "units"],
  ])("%j is refused at %s", async (fields, param) => {
    const { status, body } = await call("POST", "/v1/developer/skills", {
      key: developer.key,
      body: skillFields({ price_per_call: 0.5, ...fields }),
    });
    expect([status, body.error.param]).toEqual([400, param]);
  });

  test("make it no free skill, and are sorted by the price of one of each", async () => {
    const word = `zq${process.pid}x${unique()}`;
    const named = (name: string, fields: object) => liveSkill(developer, { name: `${word} ${name}`, ...fields });
    const dear = await named("dear", { price_per_call: 0.001, units: [PAGES] });
    const cheap = await named("cheap", { price_per_call: 0.002, units: [] });
    const by = await named("units", { price_per_call: 0, units: [{ ...PAGES, price: 0.005 }] });
    const list = listOf(word);
    expect(await list("&sort=price_asc")).toEqual([cheap.slug, by.slug, dear.slug]);
    expect(await list("&free=true")).toEqual([]);
  });
});

test("subscriptions are sorted by the cheapest month of their plans, and free where one of them costs nothing", async () => {
  const word = `zp${process.pid}x${unique()}`;
  const sold = async (name: string, ...plans: [interval: string, price: number, more?: object][]) => {
    const named = plans.map(([interval, price, more], at) => ({ name: `Plan ${at}`, interval, price, ...more }));
    const terms = { pricing_type: "subscription", price: null, price_per_call: null, subscription_interval: null };
    return (await liveSkill(developer, { name: `${word} ${name}`, ...terms, plans: named })).slug;
  };
  const [yearly, weekly, free, monthly] = [
    await sold("yearly", ["month", 9], ["year", 60]),
    await sold("weekly", ["year", 120], ["week", 1]),
    await sold("free", ["month", 50], ["month", 0, { included_calls: 10, price_beyond: 1 }]),
    await sold("monthly", ["month", 4.5], ["month", 20]),
  ];
  const list = listOf(word);
  expect(await list("&sort=price_asc")).toEqual([free, weekly, monthly, yearly]);
  expect(await list("&sort=price_desc")).toEqual([yearly, monthly, weekly, free]);
  expect(await list("&free=true")).toEqual([free]);
});
