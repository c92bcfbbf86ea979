import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "@/lib/platform/core/errors";
import { JsonText } from "@/lib/platform/core/json";
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

test("a secret is redacted as programs usually escape it, also in a stream that is cut anywhere", async () => {
  const { redactedJson, redactedText, streamRedactor } = await import("@/lib/demand/execution/redaction");
  const value = `a/b&c<d>e"f'g\\h i+j%41xyz`;
  const percent = encodeURIComponent(value);
  const json = JSON.stringify(value).slice(1, -1);
  const named = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  const unicode = (sign: string) => `\\u00${sign.charCodeAt(0).toString(16)}`;
  for (const form of [
    percent,
    percent.replaceAll("%2F", "/"),
    percent.replace(/%../g, (code) => code.toLowerCase()),
    new URLSearchParams({ "": value }).toString().slice(1),
    json,
    json.replaceAll("/", "\\/"),
    json.replace(/[&<>]/g, unicode),
    json.replace(/[&<>'+]/g, (sign) => unicode(sign).toUpperCase().replace("U", "u")),
    value.replace(/[&<>"']/g, (sign) => named[sign as keyof typeof named]),
    value.replace(/[&<>"'/]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`),
    Buffer.from(value).toString("base64"),
    value,
  ]) {
    expect([form, redactedText(`x ${form} 50% & \\n`, [{ value }])]).toEqual([form, "x [redacted] 50% & \\n"]);
    const { text } = redactedJson(new JsonText(JSON.stringify({ a: [form], [form]: `%2 ${form}` })), [{ value }]);
    expect(JSON.parse(text)).toEqual({ a: ["[redacted]"], "[redacted]": "%2 [redacted]" });
    for (let size = 1; size <= form.length; size++)
      expect([form, size, streamed(streamRedactor([{ value }]), cut(`data: ${form}\n\n`, size))]).toEqual([
        form,
        size,
        "data: [redacted]\n\n",
      ]);
  }
});

test("of secrets that overlap, the longest is redacted, also where a part of a stream ends", async () => {
  const { redactedText, streamRedactor } = await import("@/lib/demand/execution/redaction");
  for (const [values, parts, left] of [
    [["abcdefgh", "abcdefghij"], ["x abcdefgh", "ij y"], "x [redacted] y"],
    [["abcdefgh", "abcdefghij"], ["x abcdefgh", "ix y"], "x [redacted]ix y"],
    [["abcdefgh", "abcdefghij"], ["x abcdefgh"], "x [redacted]"],
    [["abcdefgh", "efghijkl"], ["x abcdefgh", "ijkl y"], "x [redacted] y"],
    [["ab-12345-ab"], ["ab-12345-ab", "-12345-ab!"], "[redacted]!"],
    [["ab-12345-ab"], ["ab-12345-ab", "c"], "[redacted]c"],
  ] as const) {
    const secrets = values.map((value) => ({ value }));
    expect([parts, streamed(streamRedactor(secrets), parts)]).toEqual([parts, left]);
    if (values[0] !== "ab-12345-ab") expect(redactedText(parts.join(""), secrets)).toBe(left);
  }
});

type Redactor = { pass: (part: Uint8Array) => Uint8Array; rest: () => Uint8Array };
const cut = (text: string, size: number) => text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
const streamed = ({ pass, rest }: Redactor, parts: readonly string[]) =>
  Buffer.concat([...parts.map((part) => pass(Buffer.from(part))), rest()]).toString();

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
