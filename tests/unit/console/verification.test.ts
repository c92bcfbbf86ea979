import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { VERIFICATION } from "@/app/console/[id]/signing/_components/verification";
import { newSigningSecret, signedHeaders } from "@/lib/supply/skills/signing";

const folder = mkdtempSync(join(tmpdir(), "marketplace-verify-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Case = { name: string; headers: Record<string, string>; body: string; secret: string; isOurs: boolean };
const [newest, previous, stranger] = [newSigningSecret(), newSigningSecret(), newSigningSecret()];
const body = '{"text":"Grüße"}';
const signed = (secrets: string[], at = new Date()) => signedHeaders({ secrets, id: "call_1", at, body });
const CASES: Case[] = [
  { name: "ours", headers: signed([newest]), body, secret: newest, isOurs: true },
  { name: "ours in a grace, new", headers: signed([newest, previous]), body, secret: newest, isOurs: true },
  { name: "ours in a grace, old", headers: signed([newest, previous]), body, secret: previous, isOurs: true },
  { name: "a stranger's", headers: signed([stranger]), body, secret: newest, isOurs: false },
  { name: "a changed body", headers: signed([newest]), body: `${body} `, secret: newest, isOurs: false },
  {
    name: "an old one",
    headers: signed([newest], new Date(Date.now() - 600_000)),
    body,
    secret: newest,
    isOurs: false,
  },
  {
    name: "another time on it",
    headers: { ...signed([newest]), "webhook-timestamp": String(Math.floor(Date.now() / 1000) + 1) },
    body,
    secret: newest,
    isOurs: false,
  },
  { name: "no headers", headers: {}, body, secret: newest, isOurs: false },
  {
    name: "nonsense",
    headers: { ...signed([newest]), "webhook-signature": "v1,????  v1 v2,x" },
    body,
    secret: newest,
    isOurs: false,
  },
];
const expected = CASES.map(({ name, isOurs }) => [name, isOurs]);
const codeOf = (language: string) => VERIFICATION.find((entry) => entry.language === language)?.code ?? "";

/** Runs a program on the cases, and returns what it said of each. */
function verdicts(command: string, file: string): unknown {
  const { status, stdout, stderr } = spawnSync(command, [join(folder, file)], {
    input: JSON.stringify(CASES),
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

describe("the code that developers copy to verify our calls", () => {
  test("in TypeScript accepts only our signatures", () => {
    writeFileSync(join(folder, "verify.mts"), codeOf("TypeScript"));
    writeFileSync(
      join(folder, "run.mts"),
      `import { readFileSync } from "node:fs";
import { isFromMarketplace } from "./verify.mts";
const cases = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(cases.map((c) => [c.name, isFromMarketplace(new Headers(c.headers), c.body, c.secret)])));`,
    );
    expect(verdicts(process.execPath, "run.mts")).toEqual(expected);
  });

  test.skipIf(spawnSync("python3", ["--version"]).status !== 0)("in Python as well", () => {
    writeFileSync(join(folder, "verify.py"), codeOf("Python"));
    writeFileSync(
      join(folder, "run.py"),
      `import json, sys
from verify import is_from_marketplace
cases = json.load(sys.stdin)
print(json.dumps([[c["name"], is_from_marketplace(c["headers"], c["body"].encode(), c["secret"])] for c in cases]))`,
    );
    expect(verdicts("python3", "run.py")).toEqual(expected);
  });
});
