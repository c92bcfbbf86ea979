import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A span as OTLP/JSON tells it, its attributes as an object. */
export type CollectedSpan = {
  service: string;
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  links: { traceId: string; spanId: string }[];
  failed: boolean;
  attributes: Record<string, unknown>;
};

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean; doubleValue?: number };
type Attribute = { key: string; value: Value };
type Exported = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: (Omit<CollectedSpan, "attributes" | "failed" | "links" | "service"> & {
        links?: CollectedSpan["links"];
        attributes: Attribute[];
        status: { code?: number };
      })[];
    }[];
  }[];
};

const valuesOf = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Starts a collector of traces that keeps what it is sent, with the texts as they came and the types of their bodies. */
export async function startCollector() {
  const spans: CollectedSpan[] = [];
  const received: { type: string; bytes: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const bytes = Buffer.concat(parts);
    const type = request.headers["content-type"] ?? "";
    received.push({ type, bytes });
    if (type === "application/json") spans.push(...spansOf(JSON.parse(bytes.toString()) as Exported));
    response.writeHead(200, { "content-type": type }).end(type === "application/json" ? "{}" : "");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    received,
    close: () => new Promise((done) => server.close(done).closeAllConnections()),
  };
}

function spansOf({ resourceSpans }: Exported): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, status, links = [], ...span }) => ({
        ...span,
        links,
        service: String(valuesOf(resource.attributes)["service.name"]),
        failed: status.code === 2,
        attributes: valuesOf(attributes),
      })),
    ),
  );
}
