import { createPrivateKey, randomBytes } from "node:crypto";
import { Resolver } from "node:dns";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** Why the process cannot start; its message is the line that the operator reads. */
export class StartError extends Error {
  override readonly name = "StartError";
}

const onOff = (initial: "on" | "off") =>
  z
    .enum(["on", "off"])
    .default(initial)
    .transform((value) => value === "on");
/** Shorter than a hold's lifetime, so that no running call is treated as abandoned. */
const MAX_CALL_SECONDS = 60;
const wholeNumber = (initial: number, least: number, most: number) =>
  z.coerce.number().int().min(least).max(most).default(initial);
const list = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim().toLowerCase())
      .filter(Boolean),
  );

export type VersionedKey = { version: number; value: string };

/** Reads `<version>:<secret>,…`; the first encrypts, and all of them decrypt. */
function isSigningKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === "prime256v1";
  } catch {
    return false;
  }
}

function toVersionedKeys(text: string, context: z.RefinementCtx): VersionedKey[] {
  const keys = text.split(",").map((part) => {
    const [, version = "", value = ""] = /^\s*(\d{1,9}):(\S{32,})\s*$/.exec(part) ?? [];
    return { version: Number(version), value };
  });
  const isRight = keys.every(({ value }) => value !== "");
  if (!isRight || new Set(keys.map(({ version }) => version)).size < keys.length)
    context.addIssue(
      "must be <version>:<secret>, comma-separated; secrets of at least 32 characters, each version once",
    );
  return keys;
}

function areNameServers(servers: string[]): boolean {
  try {
    new Resolver().setServers(servers);
    return true;
  } catch {
    return false;
  }
}

/** An issuer of CIs' tokens and whose claims its tokens have, from `https://gitlab.example.com=gitlab`; null for any other text. */
function toIssuer(text: string): { issuer: string; kind: "github" | "gitlab" } | null {
  const [, issuer = "", kind] = /^(https?:\/\/[^=\s]+)=(github|gitlab)$/.exec(text) ?? [];
  return URL.canParse(issuer) ? { issuer, kind: kind === "github" ? "github" : "gitlab" } : null;
}

/** The settings of a process: docs/configuration.md describes each. `OTEL_…` are OpenTelemetry's own, which `trace.ts` reads. */
export const Settings = z.object({
  APP_ENV: z.enum(["local", "production"]).optional(),
  PORT: wholeNumber(3000, 0, 65_535),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: wholeNumber(10, 1, 500),
  DATABASE_PREPARED: onOff("on"),
  DATABASE_REPLICA_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_REPLICA_LAG_SECONDS: wholeNumber(10, 1, 600),
  MIGRATE: onOff("on"),
  SEED: z.enum(["demo", "off"]).optional(),
  ADMIN_EMAILS: list,
  PUBLIC_CATALOG: onOff("off"),
  PACKAGE_SCOPE: z
    .string()
    .regex(/^@[a-z0-9][a-z0-9._-]{0,100}$/, "must be a scope of npm, such as @acme")
    .default("@skills-marketplace"),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  WARM_PAGES: onOff("on"),
  WORKER: onOff("on"),
  WORKER_PORT: wholeNumber(0, 0, 65_535),
  DRAIN_SECONDS: wholeNumber(0, 0, 300),
  METRICS_TOKEN: z.string().min(16).optional(),
  EARNINGS_HOLD_DAYS: wholeNumber(7, 0, 90),
  REFUND_REQUEST_DAYS: wholeNumber(14, 0, 365),
  CARD_REFUND_DAYS: wholeNumber(30, 0, 180),
  REFUND_ANSWER_DAYS: wholeNumber(3, 0, 30),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GITHUB_URL: z.url().default("https://github.com"),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_API_BASE: z.url().optional(),
  SESSION_SECRET: z.string().min(32).optional(),
  ATTESTATION_KEY: z
    .string()
    .transform((text) =>
      text.includes("-----") ? text.replaceAll("\\n", "\n") : Buffer.from(text, "base64").toString(),
    )
    .refine(isSigningKey, { error: "must be a private key on P-256 as PEM, or that in base64" })
    .optional(),
  TWO_FACTOR_KEYS: z.string().transform(toVersionedKeys).optional(),
  RATE_LIMITS: onOff("on"),
  RATE_LIMIT_SCALE: z.coerce.number().positive().max(1000).default(1),
  TRUSTED_PROXIES: wholeNumber(0, 0, 10),
  OIDC_ISSUERS: list
    .transform((parts) => parts.map(toIssuer))
    .refine((issuers) => !issuers.includes(null), "must be URLs, each with =github or =gitlab behind it")
    .transform((issuers) => issuers.filter((issuer) => issuer !== null)),
  SIGSTORE_ROOTS: z.string().min(1).optional(),
  CLAMD: z
    .string()
    .regex(/^(?:[^/\s]+:\d{1,5}|\/\S+)$/, "must be host:port or the path of a socket")
    .optional(),
  EXECUTION_ALLOW: list,
  DNS_SERVERS: list.refine(areNameServers, "must be addresses of name servers, such as 9.9.9.9 or 127.0.0.1:5353"),
  CALL_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(MAX_CALL_SECONDS).default(30),
  MAX_ANSWER_MIB: z.coerce.number().min(0.1).max(10).default(4),
  ANSWERS_IN_FLIGHT_MIB: wholeNumber(64, 16, 1_000_000),
  MAX_IN_FLIGHT: wholeNumber(20, 1, 10_000),
  MAX_IN_FLIGHT_SKILL: wholeNumber(200, 1, 100_000),
  UPSTASH_REDIS_REST_URL: z.url().optional(),
  UPSTASH_REDIS_REST_TOKEN: z.string().optional(),
  REDIS_URL: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  STRIPE_CONNECT_WEBHOOK_SECRET: z.string().min(1).optional(),
  STRIPE_TAX: onOff("off"),
  STRIPE_API_BASE: z.url().optional(),
  STRIPE_ACCOUNT_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, "must be two capital letters, such as US")
    .default("US"),
  CROSS_BORDER_AGREEMENT: z.enum(["recipient", "full"]).optional(),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default("Skills Marketplace <no-reply@localhost>"),
});

export type Env = Omit<
  z.output<typeof Settings>,
  "APP_ENV" | "PUBLIC_URL" | "SESSION_SECRET" | "TWO_FACTOR_KEYS" | "SEED"
> & {
  APP_ENV: "local" | "production";
  PUBLIC_URL: string;
  SESSION_SECRET: string;
  /** Never empty. Version 0 alone is SESSION_SECRET, for want of its own key. */
  TWO_FACTOR_KEYS: VersionedKey[];
  SEED: "demo" | "off";
};

let current: Env | undefined;

/** The settings of this process, checked on first use. Throws StartError naming every setting that is wrong. */
export function env(): Env {
  current ??= readEnv(process.env);
  return current;
}

/** Checks settings. Throws StartError naming every one that is wrong and what would be right. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = Settings.safeParse(given);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join(".")} (${issue.message})`);
    throw new StartError(`These settings are wrong: ${wrong.join("; ")}.`);
  }
  const settings = parsed.data;
  requirePairs(settings);
  const appEnv = settings.APP_ENV ?? (settings.DATABASE_URL && !given.EMBEDDED_DATABASE ? "production" : "local");
  if (appEnv === "production") requireProduction(settings);
  const sessionSecret = settings.SESSION_SECRET ?? storedSecret(settings.DATA_DIR, "session-secret");
  return {
    ...settings,
    APP_ENV: appEnv,
    PUBLIC_URL: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, ""),
    SEED: settings.SEED ?? (appEnv === "local" ? "demo" : "off"),
    SESSION_SECRET: sessionSecret,
    TWO_FACTOR_KEYS:
      settings.TWO_FACTOR_KEYS ??
      (appEnv === "local"
        ? [{ version: 1, value: storedSecret(settings.DATA_DIR, "two-factor-key") }]
        : [{ version: 0, value: sessionSecret }]),
  };
}

/** What takes two settings to work. */
function requirePairs(settings: z.output<typeof Settings>): void {
  for (const name of ["GITHUB", "GOOGLE"] as const)
    if (!settings[`${name}_CLIENT_ID`] !== !settings[`${name}_CLIENT_SECRET`])
      throw new StartError(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET belong together: set both or neither.`);
}

function requireProduction(settings: z.output<typeof Settings>): void {
  const wrong = [
    !settings.SESSION_SECRET && "SESSION_SECRET is required",
    !settings.PUBLIC_URL && "PUBLIC_URL is required",
    !settings.STRIPE_SECRET_KEY && "STRIPE_SECRET_KEY is required (the sandbox processor is for local use)",
    !settings.STRIPE_WEBHOOK_SECRET && "STRIPE_WEBHOOK_SECRET is required",
    settings.SEED === "demo" && "SEED=demo is for local use",
    !settings.RATE_LIMITS && "RATE_LIMITS=off is for local use",
    settings.EXECUTION_ALLOW.length > 0 && "EXECUTION_ALLOW is for local use",
  ].filter(Boolean);
  if (wrong.length > 0) throw new StartError(`In production: ${wrong.join("; ")}.`);
}

/** A local installation makes its own secrets once and keeps them beside its data. */
function storedSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  mkdirSync(dataDir, { recursive: true });
  const secret = randomBytes(32).toString("hex");
  writeFileSync(file, secret, { mode: 0o600 });
  return secret;
}
