import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readEnv, StartError } from "@/lib/platform/core/env";

const folder = mkdtempSync(join(tmpdir(), "marketplace-env-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Everything that production asks for. */
const PRODUCTION = {
  APP_ENV: "production",
  DATA_DIR: folder,
  DATABASE_URL: "postgresql://market:secret@db.example.com/market",
  PUBLIC_URL: "https://market.example.com/",
  SESSION_SECRET: "a secret of thirty-two characters",
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
};
const LOCAL = { DATA_DIR: folder };

/** The one line that an operator reads instead of a start. */
function refusal(settings: Record<string, string | undefined>): string {
  try {
    readEnv(settings);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  throw new Error("the settings were taken");
}

describe("in production", () => {
  test("what is complete is taken, without a demo, and says where it is", () => {
    expect(readEnv(PRODUCTION)).toMatchObject({
      APP_ENV: "production",
      SEED: "off",
      RATE_LIMITS: true,
      EXECUTION_ALLOW: [],
      PUBLIC_URL: "https://market.example.com",
      SESSION_SECRET: PRODUCTION.SESSION_SECRET,
    });
  });

  test.each([
    ["the sandbox processor", { STRIPE_SECRET_KEY: undefined }, "STRIPE_SECRET_KEY", "sandbox"],
    ["unsigned events", { STRIPE_WEBHOOK_SECRET: undefined }, "STRIPE_WEBHOOK_SECRET", "required"],
    ["the demo", { SEED: "demo" }, "SEED=demo", "local use"],
    ["no limits", { RATE_LIMITS: "off" }, "RATE_LIMITS=off", "local use"],
    ["private endpoints", { EXECUTION_ALLOW: "127.0.0.1:9000" }, "EXECUTION_ALLOW", "local use"],
    ["a secret of its own making", { SESSION_SECRET: undefined }, "SESSION_SECRET", "required"],
    ["an address of its own making", { PUBLIC_URL: undefined }, "PUBLIC_URL", "required"],
  ])("%s is refused at start, by name, and by that name alone", (_, change, name, reason) => {
    const message = refusal({ ...PRODUCTION, ...change });
    expect(message).toMatch(/^In production: [^;]*\.$/);
    expect(message).toContain(name);
    expect(message).toContain(reason);
  });

  test("everything that is refused is named at once", () => {
    const message = refusal({
      APP_ENV: "production",
      DATA_DIR: folder,
      SEED: "demo",
      RATE_LIMITS: "off",
      EXECUTION_ALLOW: "127.0.0.1:9000",
    });
    for (const name of [
      "SESSION_SECRET",
      "PUBLIC_URL",
      "STRIPE_SECRET_KEY",
      "STRIPE_WEBHOOK_SECRET",
      "SEED=demo",
      "RATE_LIMITS=off",
      "EXECUTION_ALLOW",
    ])
      expect(message).toContain(name);
  });

  test("a configured database means production unless APP_ENV says otherwise; the embedded one does not", () => {
    const { APP_ENV: _, ...settings } = PRODUCTION;
    expect(readEnv(settings).APP_ENV).toBe("production");
    expect(refusal({ ...settings, RATE_LIMITS: "off" })).toContain("RATE_LIMITS=off");
    expect(readEnv({ ...settings, APP_ENV: "local", RATE_LIMITS: "off" }).APP_ENV).toBe("local");
    expect(readEnv({ ...settings, EMBEDDED_DATABASE: "1" }).APP_ENV).toBe("local");
  });
});

describe("locally", () => {
  test("nothing has to be set", () => {
    expect(readEnv(LOCAL)).toMatchObject({
      APP_ENV: "local",
      PORT: 3000,
      PUBLIC_URL: "http://localhost:3000",
      SEED: "demo",
      WARM_PAGES: true,
      WORKER: true,
      RATE_LIMITS: true,
      CALL_TIMEOUT_SECONDS: 30,
    });
  });

  test("a secret is generated once, stored beside the data, and readable only by its owner", () => {
    const first = readEnv(LOCAL).SESSION_SECRET;
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(readEnv(LOCAL).SESSION_SECRET).toBe(first);
    const file = join(folder, "session-secret");
    expect(existsSync(file)).toBe(true);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  test("an empty setting is one that is not set", () => {
    const settings = readEnv({ ...LOCAL, PORT: "", DATABASE_URL: "", STRIPE_SECRET_KEY: "" });
    expect([settings.PORT, settings.APP_ENV, settings.STRIPE_SECRET_KEY]).toEqual([3000, "local", undefined]);
  });

  test("lists are read without their blanks and in lower case", () => {
    const { ADMIN_EMAILS, EXECUTION_ALLOW } = readEnv({
      ...LOCAL,
      ADMIN_EMAILS: " Ada@Example.com , ,bob@example.com",
      EXECUTION_ALLOW: "LocalHost:9000",
    });
    expect([ADMIN_EMAILS, EXECUTION_ALLOW]).toEqual([["ada@example.com", "bob@example.com"], ["localhost:9000"]]);
  });
});

describe("anywhere", () => {
  test.each([
    ["PORT", "70000"],
    ["PORT", "http"],
    ["PUBLIC_URL", "market.example.com"],
    ["DATABASE_URL", "mysql://db.example.com/market"],
    ["DATABASE_POOL", "0"],
    ["SESSION_SECRET", "short"],
    ["TWO_FACTOR_KEYS", "x".repeat(40)],
    ["TWO_FACTOR_KEYS", "1:short"],
    ["TWO_FACTOR_KEYS", `1:${"x".repeat(40)},1:${"y".repeat(40)}`],
    ["RATE_LIMITS", "maybe"],
    ["TRUSTED_PROXIES", "-1"],
    ["CALL_TIMEOUT_SECONDS", "0"],
    ["CALL_TIMEOUT_SECONDS", "61"],
    ["DNS_SERVERS", "dns.example.com"],
    ["MAX_IN_FLIGHT", "1.5"],
    ["APP_ENV", "staging"],
    ["METRICS_TOKEN", "guessable"],
  ])("%s=%s is refused by name", (name, value) => {
    expect(refusal({ ...LOCAL, [name]: value })).toMatch(new RegExp(`^These settings are wrong: ${name} \\(`));
  });

  test("everything that is wrong is named at once", () => {
    const message = refusal({ ...LOCAL, PORT: "x", MAX_IN_FLIGHT: "lots", WORKER: "perhaps" });
    for (const name of ["PORT", "MAX_IN_FLIGHT", "WORKER"]) expect(message).toContain(`${name} (`);
  });
});
