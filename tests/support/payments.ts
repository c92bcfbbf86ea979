import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { handleSandboxApi } from "@/dev/sandbox/api";
import { createSandbox } from "@/dev/sandbox/sandbox";
import { createLoopback, drain, listen } from "@/host/host";
import { route } from "@/host/router";
import { pointProcessorAt, SANDBOX_KEY, SANDBOX_WEBHOOK_SECRET } from "@/lib/money/payments/processor";
import { call } from "@/tests/support/api";
import { unique } from "@/tests/support/people";

let handle: (request: Request) => Response | Promise<Response>;
/** One for all processors of a test file, one after the other: other processes learn of it when they start. */
let port: Promise<number> | undefined;

/** The sandbox processor on loopback. Its events go nowhere unless `isDelivering`: tests send them as they like. */
export async function startProcessor({
  isDelivering = false,
  isStored = true,
  answer,
}: {
  isDelivering?: boolean;
  /** Whether its books are written to a file at every change. */
  isStored?: boolean;
  /** Answers instead of the processor, or null; `really` is what it would have answered. */
  answer?: (request: Request, really: () => Promise<Response>) => Promise<Response | null>;
} = {}) {
  const folder = mkdtempSync(join(tmpdir(), "marketplace-sandbox-"));
  const webhooks = createLoopback((request) => (isDelivering ? route(request) : new Response(null, { status: 200 })));
  const webhookPort = await listen(webhooks, 0, "127.0.0.1");
  const sandbox = createSandbox({
    file: isStored ? join(folder, "sandbox.json") : null,
    pageBase: "http://market.test",
    webhookUrl: `http://127.0.0.1:${webhookPort}/v1/webhooks/stripe`,
    webhookSecret: SANDBOX_WEBHOOK_SECRET,
  });
  handle = async (request) => {
    const really = () => handleSandboxApi(sandbox, request, SANDBOX_KEY);
    return (await answer?.(request, really)) ?? really();
  };
  port ??= listen(createLoopback((request) => handle(request)).unref(), 0, "127.0.0.1");
  const url = `http://127.0.0.1:${await port}`;
  pointProcessorAt(url);
  process.env.TEST_PROCESSOR_URL = url;
  return {
    sandbox,
    url,
    close: async () => {
      sandbox.close();
      await drain(webhooks);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Sends a webhook body, by default signed as the processor would. */
export function sendEvent(
  event: object | string,
  {
    secret = SANDBOX_WEBHOOK_SECRET,
    shiftSeconds = 0,
    sent,
  }: { secret?: string; shiftSeconds?: number; sent?: string } = {},
) {
  const body = typeof event === "string" ? event : JSON.stringify(event);
  const time = Math.floor(Date.now() / 1000) + shiftSeconds;
  const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return call("POST", "/v1/webhooks/stripe", {
    raw: sent ?? body,
    headers: { "stripe-signature": `t=${time},v1=${signature}` },
  });
}

type Event = { id: string; livemode: boolean; data: { object: Record<string, unknown> } };

/** A copy of an event under an id of its own, changed. */
export function changed(event: object, change: (copy: Event) => void): Event {
  const copy = structuredClone(event) as Event;
  copy.id = `${copy.id}_${unique()}`;
  change(copy);
  return copy;
}
