import { afterAll, beforeAll, expect, test } from "vitest";
import { ROUTES } from "@/app/v1/generated/routes";
import { openApiDocument } from "@/lib/interfaces/http/openapi";
import { type Answer, type CallOptions, call } from "@/tests/support/api";
import { inputMaker, type Random, type Schema, seeded } from "@/tests/support/fuzz-input";
import { expectSound, personWith } from "@/tests/support/money";
import { join, organization } from "@/tests/support/organizations";
import { liveDownload } from "@/tests/support/packages";
import { administrator, draftSkill, liveSkill, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";
import { Visitor } from "@/tests/support/visitor";

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? (process.env.TEST_FULL ? 2_000 : 800));
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122);
/** What the endpoint of a skill, or the processor, may answer for; no other 5xx is ever right. */
const OF_OTHERS = ["upstream_failed", "upstream_timeout", "processor_failed", "processor_timeout"];
/** A request takes a few milliseconds of this process; only a value that makes ours work on and on takes so much. */
const MAX_CPU_MS = 1_000;
/** Most ids of what was made meanwhile: some of it is deleted again, and is asked about after that. */
const MAX_MADE = 60;
/** Parameters of a path that are ids of ours. */
const IDS = ["id", "delivery", "call", "promotion"];
const MISSING = "019b0000-0000-7000-8000-0000000000ff";
/** What is requested is everybody's to see and to vote for. */
const PUBLIC = "/v1/skill-requests/";
/** Ids of each that a stranger tries at an operation. */
const FOREIGN_TRIED = 8;
/** An administrator who closes accounts, an account that ends itself, and browsers that sign out would leave nothing to ask about. */
const LEFT_OUT = ["closeAccount", "deleteAccount", "endSessions"];

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
type Caller = (method: string, address: string, options: CallOptions) => Promise<Answer>;
let callers: Caller[];
let known: Record<string, string[]>;
const made: string[] = [];

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
  const acme = await organization();
  await join(acme, buyer.id, "owner");
  const readOnly = await call("POST", "/v1/keys", {
    key: buyer.key,
    body: { name: "reads", scopes: ["read"] },
  });
  const reader = String(readOnly.body.secret ?? readOnly.body.key);
  const browsers = [new Visitor(), new Visitor(), new Visitor()];
  for (const [at, { email }] of [buyer, developer, root].entries())
    expect((await browsers[at]?.signIn(email))?.status).toBe(200);
  callers = [
    ...[undefined, "skm_wrong", developer.key, buyer.key, root.key, reader].map(
      (key): Caller =>
        (method, address, options) =>
          call(method, address, { key, ...options }),
    ),
    ...browsers.map(
      (browser): Caller =>
        (method, address, options) =>
          browser.api(method, address, options),
    ),
  ];
  const skills = [called, subscribed, packed, draft];
  known = {
    slug: [...skills.map(({ slug }) => slug), "none-such"],
    // One list for what was there and what is made meanwhile.
    get id() {
      return [...skills.map(({ id }) => id), developer.id, buyer.id, buyer.keyId, ...made];
    },
    skill_id: skills.map(({ id }) => id),
    category: ["writing", "developer-tools"],
    version: ["1.0.0"],
    handle: [acme.handle, "none-such"],
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
    if (place === "path") address = address.replace(`{${name}}`, encodeURIComponent(value().toWellFormed()) || "x");
    else if (place === "query" && (required || random.chance(0.3))) query.set(name, value());
  }
  const body = operation.requestBody?.content["application/json"]?.schema;
  return {
    address: query.size > 0 ? `${address}?${query}` : address,
    ...(body && { body: make(body) }),
    ...(random.chance(0.1) && { headers: { "idempotency-key": `fuzz-${random.below(50)}` } }),
  };
}

/** Ids of what an answer says was made. */
function idsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "id" && typeof inner === "string" ? [inner] : idsIn(inner),
  );
}

test(`${REQUESTS} seeded requests of nine callers, three of them browsers, get described answers and no failure of ours; the ledger is sound after them`, {
  timeout: 1_200_000,
}, async () => {
  const random = seeded(SEED);
  const statuses = new Map<number, number>();
  for (let at = 0; at < REQUESTS; at++) {
    const target = random.pick(operations);
    const caller = random.below(callers.length);
    const { address, ...rest } = requestTo(random, target);
    const place = `request ${at} of seed ${SEED} by caller ${caller}: ${target.method} ${address} ${JSON.stringify(rest)}`;
    const before = process.cpuUsage();
    // `call` fails for an answer that the document does not describe.
    const answer = await (callers[caller] as Caller)(target.method, address, rest).catch((cause: Error) => {
      throw new Error(`${place}: ${cause.message}`, { cause });
    });
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1_000 > MAX_CPU_MS) throw new Error(`${place}: takes too much CPU time`);
    if (target.method === "POST" && answer.status === 200)
      for (const id of idsIn(answer.body)) made[made.length < MAX_MADE ? made.length : random.below(MAX_MADE)] = id;
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status >= 500 && !OF_OTHERS.includes(answer.body.error.code))
      throw new Error(`${place}: ${answer.body.error.code}`);
  }
  // Neither all refused nor all accepted: the input reaches what lies behind the checks.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 20);
  expect(statuses.get(400) ?? 0).toBeGreaterThan(REQUESTS / 20);
});

test("a stranger gets the same answer for others' ids as for one that does not exist, byte for byte", async () => {
  const random = seeded(SEED);
  const stranger = await person("Stranger");
  const make = inputMaker(random, resolve, { id: [MISSING] });
  const asked = operations.filter(({ path }) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    return !path.startsWith(PUBLIC) && names.length > 0 && names.every((name) => IDS.includes(name));
  });
  expect(asked.length).toBeGreaterThan(10);
  for (const { path, method, operation } of asked) {
    const schema = operation.requestBody?.content["application/json"]?.schema;
    for (let tried = 0; tried < FOREIGN_TRIED; tried++) {
      const body = schema && make(schema);
      const answerFor = async (id: string) => {
        const address = path.replace("{id}", id).replace(/\{\w+\}/g, MISSING);
        const { status, text } = await call(method, address, { key: stranger.key, ...(schema && { body }) });
        return [`${method} ${path}`, status, text.replace(/req_\w+/, "").replaceAll(id, "")];
      };
      const foreign = await answerFor(random.pick(known.id ?? []));
      expect(foreign).toEqual(await answerFor(MISSING));
    }
  }
});
