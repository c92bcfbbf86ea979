import type { ServerResponse } from "node:http";
import { Client, type Progress, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { available, personWith } from "@/tests/support/money";
import { liveSkill, person } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

const host = createHost((_, response) => response.writeHead(404).end());
/** Calls that the endpoint has not answered yet, by their text. */
const waiting = new Map<string, ServerResponse>();
let upstream: Awaited<ReturnType<typeof startUpstream>>;
let url: URL;

beforeAll(async () => {
  upstream = await startUpstream({
    wait: ({ body }, response) => waiting.set(JSON.parse(body).text, response),
  });
  url = new URL(`http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}/mcp`);
});
afterAll(async () => {
  await drain(host);
  await upstream.close();
});

type Options = ConstructorParameters<typeof Client>[1];
const FORMS: [string, Options][] = [
  ["the handshake of 2025", {}],
  ["the stateless form of 2026", { versionNegotiation: { mode: "auto" } }],
];

test("a client that asks for progress is told of it while a call runs, and then gets the result, by either protocol", async () => {
  const [{ slug }, buyer] = [
    await liveSkill(await person(), { api_endpoint: upstreamUrl("wait") }),
    await personWith(5),
  ];
  const transport = { requestInit: { headers: { authorization: `Bearer ${buyer.key}` } } };
  const runIn = async ([text, options]: (typeof FORMS)[number]) => {
    const client = new Client({ name: "test", version: "1" }, options);
    await client.connect(new StreamableHTTPClientTransport(url, transport));
    const reports: Progress[] = [];
    const args = { slug, parameters: { text }, max_price: 1 };
    const answer = await client.callTool(
      { name: "execute_skill", arguments: args },
      {
        onprogress: (report) => {
          reports.push(report);
          // The endpoint answers once the client has heard that it is still at work.
          waiting.get(text)?.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ text }));
        },
      },
    );
    await client.close();
    expect(answer.structuredContent).toMatchObject({ result: { text }, usage: { cost: 0.5 } });
    expect(reports[0]).toMatchObject({
      progress: expect.any(Number),
      message: expect.stringMatching(/^running for \d+ seconds$/),
    });
  };
  await Promise.all(FORMS.map(runIn));
  expect(await available(buyer)).toBe(4);
});
