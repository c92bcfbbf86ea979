import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { type Check, type Finding, ok, warning } from "@/host/doctor/check";
import { isLive, isSandbox, stripe } from "@/lib/money/payments/processor";
import { env } from "@/lib/platform/core/env";
import { redisStore } from "@/lib/platform/ratelimit/redis";
import * as clamd from "@/lib/supply/packages/clamd";
import { store } from "@/lib/supply/packages/configured-store";

const MAIL_TIMEOUT_MS = 10_000;
/** Attempts at the rate limits' store: its first connection takes longer than a limit may wait. */
const REDIS_ATTEMPTS = 20;
const REDIS_PORT = 6379;
const REACH_TIMEOUT_MS = 5_000;
const REDIS_PAUSE_MS = 100;

/** Stores a small file as a package, reads it back and removes it. */
export const packages: Check = {
  name: "packages",
  other: { name: "the object store", setting: "S3_ENDPOINT" },
  advice: "Check the S3_ settings, and that the key may read, write and delete objects of the bucket.",
  async run() {
    const bytes = randomBytes(64);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const file = join(tmpdir(), `marketplace-doctor-${sha256.slice(0, 16)}`);
    await writeFile(file, bytes);
    try {
      await store().put(sha256, file, bytes.length);
      const read = Buffer.from(await new Response(await store().open(sha256)).arrayBuffer());
      if (!read.equals(bytes)) throw new Error("what was read is not what was stored");
    } finally {
      await store().remove(sha256);
      await rm(file, { force: true });
    }
    const { S3_BUCKET, DATA_DIR } = env();
    return [ok(S3_BUCKET ? `the bucket ${S3_BUCKET} stores and returns files` : `stored in ${DATA_DIR}/packages`)];
  },
};

/** Takes one token from the shared rate limits. */
export const rateLimits: Check = {
  name: "rate limits",
  other: { name: "Redis", setting: "REDIS_URL" },
  advice: "Check REDIS_URL or the UPSTASH_ settings. Meanwhile each process counts alone.",
  async run() {
    const { REDIS_URL, UPSTASH_REDIS_REST_URL } = env();
    if (!REDIS_URL)
      return [ok(UPSTASH_REDIS_REST_URL ? "shared through Upstash (not tried)" : "counted by this process")];
    await reach(REDIS_URL);
    const take = redisStore(REDIS_URL);
    for (let attempt = 1; ; attempt++)
      try {
        await take("doctor", { perSecond: 1, burst: 1 });
        return [ok("shared through Redis")];
      } catch (error) {
        if (attempt === REDIS_ATTEMPTS) throw error;
        await new Promise((resolve) => setTimeout(resolve, REDIS_PAUSE_MS));
      }
  },
};

/** Opens a connection to Redis. Throws the system's own error: the client of the limits only says that it is not connected. */
async function reach(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port || REDIS_PORT), timeout: REACH_TIMEOUT_MS });
  try {
    await Promise.race([
      once(socket, "connect"),
      once(socket, "timeout").then(() => {
        throw Object.assign(new Error("no answer"), { code: "ETIMEDOUT", host: hostname, port });
      }),
    ]);
  } finally {
    socket.destroy();
  }
}

/** Asks the malware scanner for its version and signatures. */
export const scanner: Check = {
  name: "scanner",
  other: { name: "the malware scanner", setting: "CLAMD" },
  advice: "Check CLAMD, and that clamd listens there. Meanwhile no package is scanned.",
  async run() {
    return [ok(clamd.isOn() ? await clamd.baseOf() : "off, since CLAMD is not set")];
  },
};

export const mail: Check = {
  name: "mail",
  other: { name: "the mail server", setting: "SMTP_URL" },
  advice: "Check SMTP_URL: host, port, user and password.",
  async run() {
    const { SMTP_URL, DATA_DIR } = env();
    if (SMTP_URL === undefined) return [ok(`stored in ${DATA_DIR}/mail, since SMTP_URL is not set`)];
    const transport = createTransport({ url: SMTP_URL, connectionTimeout: MAIL_TIMEOUT_MS });
    try {
      await transport.verify();
    } finally {
      transport.close();
    }
    return [ok("the mail server accepts us")];
  },
};

/** Whether the processor knows our key, and sends its events to us. */
export const payments: Check = {
  name: "payments",
  other: { name: "the payment processor", setting: "STRIPE_API_BASE" },
  advice: "Check STRIPE_SECRET_KEY.",
  async run() {
    if (isSandbox()) return [ok("the sandbox of this installation")];
    await stripe().balance.retrieve();
    const found: Finding[] = [ok(`the processor accepts our key (${isLive() ? "live" : "test"} payments)`)];
    const address = `${env().PUBLIC_URL}/v1/webhooks/stripe`;
    const { data } = await stripe().webhookEndpoints.list({ limit: 100 });
    if (!data.some(({ url, status }) => url === address && status === "enabled"))
      found.push(
        warning(`no enabled webhook endpoint sends to ${address}`, "Create it; docs/operations.md lists its events."),
      );
    return found;
  },
};
