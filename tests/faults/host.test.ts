import { Agent, createServer, get } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { refuseMore } from "@/host/readiness";
import { clientAddress } from "@/lib/interfaces/http/address";
import { pool } from "@/lib/platform/core/db";
import { administrator, person } from "@/tests/support/people";

const host = createHost((_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>page</p>"));
let url: string;
beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}`;
});
afterAll(() => drain(host));

describe("the host", () => {
  test("serves the API by its router and everything else by the pages", async () => {
    const { key } = await person();
    const answer = await fetch(`${url}/v1/keys`, { headers: { authorization: `Bearer ${key}` } });
    expect([answer.status, (await answer.json()).total]).toEqual([200, 1]);
    expect((await fetch(`${url}/v1/nothing`)).headers.get("content-type")).toContain("application/json");
    for (const path of ["/", "/v10", "/skills/x"]) expect(await (await fetch(url + path)).text()).toBe("<p>page</p>");
  });

  test("keeps a connection longer than the balancers before it do", async () => {
    const answer = await fetch(`${url}/v1/health`);
    expect(Number(/timeout=(\d+)/.exec(answer.headers.get("keep-alive") ?? "")?.[1])).toBeGreaterThan(60);
  });

  test("refuses a request with two Host lines, on the API, on a mount and on a page", async () => {
    const { port } = new URL(url);
    for (const path of ["/v1/health", "/.well-known/api-catalog", "/", "/ready"]) {
      const answer = await new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), "127.0.0.1");
        let text = "";
        socket
          .on("data", (part) => (text += part))
          .on("end", () => resolve(text))
          .on("error", reject);
        socket.write(`GET ${path} HTTP/1.1\r\nHost: a.example\r\nhost: b.example\r\nConnection: close\r\n\r\n`);
      });
      expect([path, answer.split("\r\n")[0]]).toEqual([path, "HTTP/1.1 400 Bad Request"]);
      expect(answer).toContain('"code":"invalid_request"');
    }
  });

  test("finds what answers by the path alone, whatever query follows it and however the target is written", async () => {
    const ask = (path: string) =>
      new Promise<[number | undefined, string]>((resolve, reject) => {
        // A target that is a whole URL is what a proxy is sent; every server takes it.
        const { hostname, port } = new URL(url);
        const sent = get({ hostname, port, path }, (answer) => {
          let text = "";
          answer.on("data", (part) => (text += part));
          answer.on("end", () => resolve([answer.statusCode, text]));
        });
        sent.on("error", reject);
      });
    expect(await ask("/ready?from=balancer")).toEqual([200, '{"status":"ready"}']);
    expect((await ask("/metrics?name[]=up"))[1]).toContain("http_request_duration_seconds");
    for (const target of ["/v1/health?x=1", `${url}/v1/health`, `${url}/v1/health?x=/page`])
      expect(JSON.parse((await ask(target))[1])).toMatchObject({ status: "ok" });
    expect((await ask(`${url}/ready?x=1`))[1]).toBe('{"status":"ready"}');
    for (const target of [`${url}/skills`, "/readyness", "/skills?next=/v1/health", "/page?next=//x/v1/health"])
      expect((await ask(target))[1]).toBe("<p>page</p>");
  });

  test("passes the socket's address to endpoints below the pages, whatever the client sends", async () => {
    const told = createHost(({ headers }, response) => {
      const seen = new Request("http://market.test", { headers: new Headers(headers as HeadersInit) });
      response.end(clientAddress(seen));
    });
    const otherUrl = `http://127.0.0.1:${await listen(told, 0, "127.0.0.1")}`;
    const claims: Record<string, string>[] = [
      {},
      { "x-forwarded-for": "203.0.113.9" },
      { "x-forwarded-for": "10.0.0.1, 10.0.0.2" },
    ];
    for (const headers of claims)
      expect(await (await fetch(`${otherUrl}/suggest`, { headers })).text()).toBe("127.0.0.1");
    await drain(told);
  });

  test("answers what it cannot read, and what fails outside of an endpoint, like any failure", async () => {
    const failing = createHost(() => {}, [
      {
        prefix: "/fails",
        handle: async () => {
          throw new Error("secret words");
        },
      },
    ]);
    const port = await listen(failing, 0, "127.0.0.1");
    const ask = (path: string, headers = {}) =>
      new Promise<[number | undefined, string, string | undefined]>((resolve, reject) => {
        get({ host: "127.0.0.1", port, path, headers }, (answer) => {
          let text = "";
          answer.on("data", (part) => (text += part));
          answer.on("end", () => resolve([answer.statusCode, text, String(answer.headers["request-id"])]));
        }).on("error", reject);
      });
    const cases: [string, object, number, string][] = [
      ["/v1/health", { host: "a b" }, 400, "invalid_request"],
      ["/v1/health", { host: "x/y" }, 400, "invalid_request"],
      ["/fails", {}, 500, "internal"],
    ];
    for (const [path, headers, status, code] of cases) {
      const [answered, text, id] = await ask(path, headers);
      expect([path, answered, JSON.parse(text || "{}").error?.code]).toEqual([path, status, code]);
      expect(id).toMatch(/^req_/);
      expect(text).not.toContain("secret");
    }
    await drain(failing);
  });

  test("breaks a stream off that fails, without a word of why", async () => {
    const { key } = await administrator();
    const attempt = () =>
      new Promise<{ text: string; isWhole: boolean }>((resolve, reject) => {
        const options = { headers: { authorization: `Bearer ${key}` } };
        get(`${url}/v1/admin/audit/export`, options, (answer) => {
          let text = "";
          answer.on("data", (part) => (text += part));
          answer.on("error", () => {});
          answer.on("close", () => resolve({ text, isWhole: answer.complete }));
        }).on("error", reject);
      });
    expect((await attempt()).isWhole).toBe(true);
    await pool().query("ALTER TABLE audit_event RENAME TO hidden_words");
    try {
      for (let i = 0; i < 20; i++) {
        const { text, isWhole } = await attempt();
        expect([isWhole, text.includes("audit_event")]).toEqual([false, false]);
      }
    } finally {
      await pool().query("ALTER TABLE hidden_words RENAME TO audit_event");
    }
  });

  test("keeps a body that breaks off from doing anything", async () => {
    const { key } = await person();
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":'));
        controller.error(new Error("gone"));
      },
    });
    const init = {
      method: "POST",
      body,
      duplex: "half",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    } as RequestInit;
    await expect(fetch(`${url}/v1/keys`, init)).rejects.toThrow();
    const list = await fetch(`${url}/v1/keys`, { headers: { authorization: `Bearer ${key}` } });
    expect((await list.json()).total).toBe(1);
  });

  test("serves metrics by route to this machine only", async () => {
    const { key } = await person();
    await fetch(`${url}/v1/keys`, { headers: { authorization: `Bearer ${key}` } });
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toMatch(
      /http_request_duration_seconds_count\{route="\/v1\/keys",method="GET",status="200"\} [1-9]/,
    );
    expect(metrics).toMatch(/database_connections\{state="open"\} [1-9]/);
    const handedOn = await fetch(`${url}/metrics`, { headers: { "x-forwarded-for": "203.0.113.9" } });
    expect([handedOn.status, await handedOn.text()]).toEqual([404, ""]);
  });

  test("is ready until it ends, and then only alive", async () => {
    expect([(await fetch(`${url}/ready`)).status, (await fetch(`${url}/v1/health`)).status]).toEqual([200, 200]);
    refuseMore();
    const answer = await fetch(`${url}/ready`);
    expect([answer.status, await answer.json()]).toEqual([503, { status: "draining" }]);
    expect((await fetch(`${url}/v1/health`)).status).toBe(200);
  });

  test("says in one line that a port is taken", async () => {
    const other = createServer();
    const port = await listen(other, 0, "127.0.0.1");
    await expect(listen(createServer(), port, "127.0.0.1")).rejects.toThrow(
      `Port ${port} is in use. Set PORT to another one.`,
    );
    other.close();
  });

  test("ends the requests in flight before it closes", async () => {
    let finish = () => {};
    const slow = createHost((_, response) => {
      finish = () => response.end("done");
    });
    const slowUrl = `http://127.0.0.1:${await listen(slow, 0, "127.0.0.1")}`;
    const pending = fetch(`${slowUrl}/page`).then((response) => response.text());
    while (finish.toString() === "() => {}") await new Promise((resolve) => setTimeout(resolve, 5));
    const closed = drain(slow);
    finish();
    expect(await pending).toBe("done");
    await closed;
  });

  test("closes busy connections only after a complete answer", async () => {
    const busy = createHost((_, response) => {
      setTimeout(() => response.end("done"), 20);
    });
    const port = await listen(busy, 0, "127.0.0.1");
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = () =>
      new Promise<{ answer: string } | { isCut: boolean }>((resolve) => {
        const sent = get({ hostname: "127.0.0.1", port, agent, path: "/page" }, async (answer) => {
          let text = "";
          for await (const part of answer) text += part;
          resolve({ answer: `${text} ${answer.headers.connection}` });
        });
        // A connection that could not be made has lost nothing; one that was in use must not end in the middle.
        sent.on("error", () => resolve({ isCut: sent.reusedSocket }));
      });
    const outcomes = [await ask(), await ask(), await ask()];
    const drained = drain(busy);
    while ("answer" in (outcomes.at(-1) ?? {})) outcomes.push(await ask());
    await drained;
    expect(outcomes.pop()).toEqual({ isCut: false });
    expect(outcomes.slice(0, 3)).toEqual(Array(3).fill({ answer: "done keep-alive" }));
    expect(outcomes.slice(3).length).toBeGreaterThan(0);
    expect(new Set(outcomes.slice(3).map((outcome) => JSON.stringify(outcome)))).toEqual(
      new Set(['{"answer":"done close"}']),
    );
    agent.destroy();
  });
});
