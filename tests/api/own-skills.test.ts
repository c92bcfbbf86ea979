import { expect, test } from "vitest";
import { type Answer, call } from "@/tests/support/api";
import { person, skillFields } from "@/tests/support/people";

const create = (key: string, body: object) => call("POST", "/v1/developer/skills", { key, body });

test("the list stays small however much text its skills have; each skill has its own", async () => {
  const { key } = await person();
  const texts = { readme: "\u0001".repeat(60_000) };
  const made = await Promise.all([1, 2, 3].map(() => create(key, skillFields(texts))));
  const list = await call("GET", "/v1/developer/skills", { key });
  expect(list.body.data.map(({ id }) => id).toSorted()).toEqual(made.map(({ body }) => body.id).toSorted());
  expect(list.text.length).toBeLessThan(10_000);
  const [first] = made;
  const { body } = await call("GET", `/v1/developer/skills/${first?.body.id}`, { key });
  expect(body).toMatchObject(texts);
});

test("the list has pages of at most 100, newest first, without readme and api_schema", async () => {
  const { key } = await person();
  const made: unknown[] = [];
  for (let i = 0; i < 3; i++) made.unshift((await create(key, skillFields())).body.id);
  const ids = ({ body }: Answer) => body.data.map(({ id }) => id);
  const whole = await call("GET", "/v1/developer/skills", { key });
  expect([ids(whole), whole.body.limit, whole.body.total]).toEqual([made, 100, 3]);
  expect(Object.keys(whole.body.data[0] ?? {}).filter((name) => /readme|schema/.test(name))).toEqual([]);
  const second = await call("GET", "/v1/developer/skills?limit=2&offset=2", { key });
  expect([ids(second), second.body.total, second.body.has_more]).toEqual([made.slice(2), 3, false]);
  for (const path of ["/v1/developer/skills", "/v1/developer/analytics"]) {
    const answer = await call("GET", `${path}?limit=101`, { key });
    expect([answer.status, answer.body.error.param]).toEqual([400, "limit"]);
  }
  const figures = await call("GET", "/v1/developer/analytics?limit=2&offset=1", { key });
  expect(figures.body.data.map(({ skill }) => (skill as { id: string }).id)).toEqual(made.slice(1));
  expect([figures.body.total, figures.body.has_more]).toEqual([3, false]);
});
