import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "@/lib/platform/core/errors";
import { newSigningSecret } from "@/lib/supply/skills/signing";

// Settings are read once, when the first module that logs is loaded: these are loaded after the setting below.
const execution = () => import("@/lib/demand/execution/call");
const addresses = () => import("@/lib/supply/skills/endpoint-address");

let connections = 0;
let host: string;
const server = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(Number(request.url?.slice(1))).end("{}"));
});
server.on("connection", () => connections++);

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.EXECUTION_ALLOW = host;
});
afterAll(async () => {
  await (await import("@/lib/platform/outbound/service")).close();
  server.closeAllConnections();
  server.close();
});

const signingSecrets = [newSigningSecret()];
const call = async (slug: string, status: number, callerId = "a") =>
  (await execution())
    .callSkill(
      {
        slug,
        version: 1,
        ownerId: "owner",
        endpoint: `http://${host}/${status}`,
        signingSecrets,
        pseudonymSecret: "p",
        callerId,
        callId: "b",
        carried: [],
        tool: null,
      },
      '{"text":"x"}',
      { expectedBytes: 0, grow: () => {}, end: () => {} },
    )
    .then(
      () => "answered",
      (error: unknown) => (error instanceof AppError ? error.details.reason : error),
    );

test("an endpoint that keeps refusing one caller's parameters stays open to others", async () => {
  for (let i = 0; i < 15; i++) expect(await call("picky", 422)).toBe("status");
  expect(await call("picky", 200)).toBe("answered");
});

test("an endpoint that rate-limits one caller is not blocked for anyone", async () => {
  for (let i = 0; i < 15; i++) expect(await call("limiting", 429)).toBe("status");
  expect(await call("limiting", 200)).toBe("answered");
});

test("an endpoint that breaks for one caller is left alone by that one", async () => {
  for (let i = 0; i < 10; i++) expect(await call("fragile", 500)).toBe("status");
  expect([await call("fragile", 200), await call("fragile", 200, "other")]).toEqual(["circuit_open", "answered"]);
});

test("an endpoint that breaks again and again is left alone, and only that one", async () => {
  for (let i = 0; i < 10; i++) expect(await call("broken", 503)).toBe("status");
  expect(await call("broken", 200)).toBe("circuit_open");
  expect(await call("sound", 200)).toBe("answered");
  expect(connections).toBeLessThanOrEqual(4);
});

test.each([
  ["nonsense", "absolute URL"],
  ["https://ada:secret@example.com/", "user name"],
  ["http://example.com/", "https"],
  ["ftp://example.com/", "https"],
  ["file:///etc/passwd", "https"],
  ["https://example.com:8443/", "port 443"],
  ["https://example.com/#x", "fragment"],
  ["https://localhost/", "this marketplace"],
  ["https://any.localhost/", "public internet"],
  ["https://intranet/", "public internet"],
  ["https://a.internal/", "public internet"],
  ["https://2130706433/", "public internet"],
  ["https://0x7f.1/", "public internet"],
  ["https://0177.0.0.1/", "public internet"],
  ["https://[::ffff:127.0.0.1]/", "public internet"],
  ["https://[64:ff9b::7f00:1]/", "public internet"],
])("%s may not be an endpoint", async (url, reason) => {
  const { endpointUrlProblem } = await addresses();
  expect(endpointUrlProblem(url)).toContain(reason);
});

test("an origin that the operator allows is called over http, and by no other protocol", async () => {
  const { endpointUrlProblem } = await addresses();
  expect(endpointUrlProblem(`http://${host}/run`)).toBeNull();
  expect(endpointUrlProblem(`ftp://${host}/run`)).toContain("https");
  expect(endpointUrlProblem("https://example.com/run")).toBeNull();
});
