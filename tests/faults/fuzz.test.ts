import { afterAll, beforeAll, expect, test } from "vitest";
import { ROUTES } from "@/app/v1/routes";
import { openApiDocument } from "@/lib/http/openapi";
import { call } from "@/tests/support/api";
import { inputMaker, type Random, type Schema, seeded } from "@/tests/support/fuzz-input";
import { expectSound, personWith } from "@/tests/support/money";
import { liveDownload } from "@/tests/support/packages";
import { administrator, draftSkill, liveSkill, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2_000);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122);
/** What the endpoint of a skill, or the processor, may answer for; no other 5xx is ever right. */
const OF_OTHERS = ["upstream_failed", "upstream_timeout", "processor_failed", "processor_timeout"];
/** An administrator who closes accounts, and an account that ends itself, would leave nothing to ask about. */
const LEFT_OUT = ["closeAccount", "deleteAccount"];

type Parameter = { name: string; in: string; schema?: Schema; required?: boolean };
type Operation = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
const document = JSON.parse(JSON.stringify(openApiDocument(ROUTES))) as {
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { operationId }]) => !LEFT_OUT.includes(operationId))
    .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
const resolve = (ref: string): Schema =>
  ref
    .slice(2)
    .split("/")
    .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], document) as Schema;

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let keys: (string | undefined)[];
let known: Record<string, string[]>;

beforeAll(async () => {
  upstream = await startUpstream();
  const [developer, root] = [await person("Ada"), await administrator()];
  const buyer = await personWith(50);
  const called = await liveSkill(developer, { pricing_type: "usage", price_per_call: 0.01 });
  const subscribed = await liveSkill(developer, {
    pricing_type: "subscription",
    price: 1,
    subscription_interval: "month",
  });
  const packed = await liveDownload(developer, {});
  const draft = await draftSkill(developer);
  const readOnly = await call("POST", "/v1/keys", {
    key: buyer.key,
    body: { name: "reads", scopes: ["read"] },
  });
  keys = [
    undefined,
    "skm_wrong",
    developer.key,
    buyer.key,
    root.key,
    String(readOnly.body.secret ?? readOnly.body.key),
  ];
  const skills = [called, subscribed, packed, draft];
  known = {
    slug: [...skills.map(({ slug }) => slug), "none-such"],
    id: [...skills.map(({ id }) => id), developer.id, buyer.id, buyer.keyId],
    skill_id: skills.map(({ id }) => id),
    category: ["writing", "developer-tools"],
    handle: ["ada"],
  };
}, 120_000);
afterAll(async () => {
  await upstream.close();
  await expectSound();
});

/** One request to an operation: its address, with parameters mostly as described, and its body. */
function requestTo(random: Random, { path, operation }: (typeof operations)[number]) {
  const make = inputMaker(random, resolve, known);
  const query = new URLSearchParams();
  let address = path;
  for (const { name, in: place, schema = {}, required } of operation.parameters ?? []) {
    const value = () => {
      const made = make(schema, name);
      return typeof made === "object" ? JSON.stringify(made) : String(made);
    };
    if (place === "path")
      address = address.replace(`{${name}}`, encodeURIComponent(value().toWellFormed()) || "x");
    else if (place === "query" && (required || random.chance(0.3))) query.set(name, value());
  }
  const body = operation.requestBody?.content["application/json"]?.schema;
  return {
    address: query.size > 0 ? `${address}?${query}` : address,
    ...(body && { body: make(body) }),
    ...(random.chance(0.1) && { headers: { "idempotency-key": `fuzz-${random.below(50)}` } }),
  };
}

test(`${REQUESTS} seeded requests of six callers get described answers and no failure of ours; the ledger is sound after them`, {
  timeout: 1_200_000,
}, async () => {
  const random = seeded(SEED);
  const statuses = new Map<number, number>();
  for (let at = 0; at < REQUESTS; at++) {
    const target = random.pick(operations);
    const key = random.pick(keys);
    const { address, ...rest } = requestTo(random, target);
    const place = `request ${at} of seed ${SEED}: ${target.method} ${address} ${JSON.stringify(rest)}`;
    // `call` fails for an answer that the document does not describe.
    const answer = await call(target.method, address, { key, ...rest }).catch((cause: Error) => {
      throw new Error(`${place}: ${cause.message}`, { cause });
    });
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status >= 500)
      expect([place, OF_OTHERS]).toEqual([place, expect.arrayContaining([answer.body.error.code])]);
  }
  // Neither all refused nor all accepted: the input reaches what lies behind the checks.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 20);
  expect(statuses.get(400) ?? 0).toBeGreaterThan(REQUESTS / 20);
});
