import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError } from "@/lib/platform/core/errors";
import { createOutbound } from "@/lib/platform/outbound/outbound";

const answer = { maxBytes: 4 * 1024 * 1024 };
const JSON_TYPE = { "content-type": "application/json" };
const BOMB = gzipSync(Buffer.alloc(20 * 1024 * 1024));
const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const CRUMBS = `["é",${"1,".repeat(10_000)}-1.5e-7]`;

const ANSWERS: Record<string, RequestListener> = {
  "/ok": (_, response) => response.writeHead(200, JSON_TYPE).end('{"words":5}'),
  "/null": (_, response) => response.writeHead(200, JSON_TYPE).end("null"),
  "/brackets-in-text": (_, response) => response.writeHead(200, JSON_TYPE).end(`{"a":"\\"${"[".repeat(2_000)}"}`),
  "/identity": (_, response) => response.writeHead(200, { ...JSON_TYPE, "content-encoding": "Identity" }).end("1"),
  "/refused": (_, response) => response.writeHead(422, JSON_TYPE).end("{}"),
  "/broken": (_, response) => response.writeHead(503, JSON_TYPE).end("{}"),
  "/hang": () => {},
  "/reset": (_, response) => response.socket?.destroy(),
  "/half": (_, response) => {
    response.writeHead(200, { ...JSON_TYPE, "content-length": "1000" }).write('{"half":');
    setTimeout(() => response.socket?.destroy(), 5);
  },
  "/not-json": (_, response) => response.writeHead(200, JSON_TYPE).end("{nope"),
  "/empty": (_, response) => response.writeHead(204).end(),
  "/marked": (_, response) => response.writeHead(200, JSON_TYPE).end("\ufeff[1.0]"),
  "/objects": (_, response) => response.writeHead(200, JSON_TYPE).end(`[${"{},".repeat(1_300_000)}{}]`),
  "/crumbs": (_, response) => {
    response.writeHead(200, JSON_TYPE);
    for (const sign of CRUMBS) response.write(sign);
    response.end();
  },
  "/page": (_, response) => {
    response.writeHead(200, JSON_TYPE).write("<!doctype html>");
  },
  "/not-utf-8": (_, response) => response.writeHead(200, JSON_TYPE).end(Buffer.from([0x22, 0xff, 0xfe, 0x22])),
  "/deep": (_, response) => response.writeHead(200, JSON_TYPE).end(deep(100_000)),
  "/bomb": (_, response) => response.writeHead(200, { ...JSON_TYPE, "content-encoding": "gzip" }).end(BOMB),
  "/redirect": (_, response) => response.writeHead(307, { location: "/ok" }).end(),
  "/endless": (_, response) => {
    response.writeHead(200, JSON_TYPE);
    const part = Buffer.alloc(256 * 1024, " ");
    const push = () => {
      while (!response.destroyed && response.write(part)) {}
      if (!response.destroyed) response.once("drain", push);
    };
    push();
  },
};

const paths: string[] = [];
const server = createServer((request, response) => {
  paths.push(request.url ?? "");
  request.resume().on("end", () => ANSWERS[request.url ?? ""]?.(request, response));
});
const listen = (target: { listen: typeof server.listen; address: typeof server.address }) =>
  new Promise<number>((resolve) =>
    target.listen(0, "127.0.0.1", () => resolve((target.address() as AddressInfo).port)),
  );

let origin: string;
const outbound = createOutbound({ isAllowed: () => true, aliases: new Map() });
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(async () => {
  await outbound.close();
  server.closeAllConnections();
  server.close();
});

const post = (path: string, timeoutMs = 5_000) => outbound.post(origin + path, {}, "{}", { timeoutMs, answer });
const answeredBy = async (path: string) => (await post(path)).toJSON();
const failureOf = async (call: Promise<unknown>): Promise<AppError> => {
  const failure = await call.then(
    (answered) => new Error(`answered ${JSON.stringify(answered)}`),
    (error: unknown) => error,
  );
  if (!(failure instanceof AppError)) throw failure;
  return failure;
};

describe("answers of developers' endpoints", () => {
  test("any JSON value is an answer", async () => {
    expect(await answeredBy("/ok")).toEqual({ words: 5 });
    expect(await answeredBy("/null")).toBeNull();
    expect(await answeredBy("/identity")).toBe(1);
    expect(await answeredBy("/brackets-in-text")).toHaveProperty("a");
  });

  test.each([
    ["/refused", "status"],
    ["/broken", "status"],
    ["/reset", "reset"],
    ["/half", "reset"],
    ["/not-json", "not_json"],
    ["/empty", "not_json"],
    ["/not-utf-8", "not_json"],
    ["/deep", "not_json"],
    ["/bomb", "encoding"],
    ["/endless", "too_large"],
    ["/redirect", "redirect"],
  ])("%s fails as %s, without a word of where it is", async (path, reason) => {
    const failure = await failureOf(post(path));
    expect([failure.status, failure.details.reason]).toEqual([502, reason]);
    expect(failure.message).toContain("Nothing was charged");
    expect(failure.message).not.toMatch(/127\.0\.0\.1|http:|ECONN|undici/i);
    expect(await answeredBy("/ok")).toEqual({ words: 5 });
  });

  test("an endpoint that never answers is a timeout", async () => {
    const failure = await failureOf(post("/hang", 200));
    expect([failure.status, failure.details.reason]).toEqual([504, "timeout"]);
  });

  test("a redirect is never followed", async () => {
    const before = paths.length;
    await failureOf(post("/redirect"));
    expect(paths.slice(before)).toEqual(["/redirect"]);
  });

  test("an endless answer is cut off while it streams", async () => {
    const before = process.memoryUsage().rss;
    await failureOf(post("/endless"));
    expect(process.memoryUsage().rss - before).toBeLessThan(8 * answer.maxBytes);
  });

  test("an answer is passed on as it is, in however many parts it comes", async () => {
    expect((await post("/marked")).text).toBe("[1.0]");
    expect((await post("/crumbs")).text).toBe(CRUMBS);
  });

  test("an answer that cannot be JSON any more is cut off before it ends", async () => {
    const failure = await failureOf(post("/page"));
    expect([failure.status, failure.details.reason]).toEqual([502, "not_json"]);
  });

  test("nothing is built of an answer: a million objects take the room of their bytes", async () => {
    await post("/ok");
    const before = process.memoryUsage().heapUsed;
    const json = await post("/objects");
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(40 * 1024 * 1024);
    expect(json.text.length).toBe(3_900_004);
  });

  test("a closed port cannot be reached", async () => {
    const failure = await failureOf(outbound.post("http://127.0.0.1:1/", {}, "{}", { timeoutMs: 5_000, answer }));
    expect([failure.status, failure.details.reason]).toEqual([502, "connect"]);
  });
});

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
describe.runIf(hasOpenssl)("TLS", () => {
  const folder = mkdtempSync(join(tmpdir(), "tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const seen: { sni: unknown; host: string | undefined }[] = [];
  let tls: ReturnType<typeof createHttps>;
  let port: number;
  beforeAll(async () => {
    const options = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=skill.example";
    const names = ["-addext", "subjectAltName=DNS:skill.example", "-keyout", key, "-out", cert];
    execFileSync("openssl", [...options.split(" "), ...names], { stdio: "ignore" });
    tls = createHttps({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
      const sni = "servername" in request.socket ? request.socket.servername : undefined;
      seen.push({ sni, host: request.headers.host });
      response.writeHead(200, JSON_TYPE).end("{}");
    });
    port = await listen(tls);
  });
  afterAll(() => {
    tls.closeAllConnections();
    tls.close();
    rmSync(folder, { recursive: true });
  });

  const call = async (name: string, ca?: string) => {
    const client = createOutbound({
      isAllowed: () => true,
      aliases: new Map(),
      resolve: async () => ["127.0.0.1"],
      ...(ca !== undefined && { ca }),
    });
    return client
      .post(`https://${name}:${port}/`, {}, "{}", { timeoutMs: 5_000, answer })
      .finally(() => client.close());
  };

  test("the checked address is dialled, and the name is the one that is shown and proven", async () => {
    expect((await call("skill.example", readFileSync(cert, "utf8"))).toJSON()).toEqual({});
    expect(seen).toEqual([{ sni: "skill.example", host: `skill.example:${port}` }]);
  });

  test("an untrusted certificate, or one of another name, ends the call before anything is sent", async () => {
    const before = seen.length;
    expect((await failureOf(call("skill.example"))).details.reason).toBe("tls");
    const other = await failureOf(call("other.example", readFileSync(cert, "utf8")));
    expect(other.details.reason).toBe("tls");
    expect(seen.length).toBe(before);
  });
});
