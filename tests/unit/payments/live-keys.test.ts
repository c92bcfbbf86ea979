import { afterEach, describe, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** Whether a process that was started with a key takes live payments. */
async function isLiveWith(key: string | undefined): Promise<boolean> {
  vi.resetModules();
  vi.stubEnv("STRIPE_SECRET_KEY", key);
  const { isLive } = await import("@/lib/money/payments/processor");
  return isLive();
}

describe("the key distinguishes live from test payments", () => {
  test.each(["sk_live_abc", "rk_live_abc"])("%s takes live payments", async (key) => {
    expect(await isLiveWith(key)).toBe(true);
  });

  test.each([undefined, "sk_test_abc", "rk_test_abc", "sk_test_live_abc"])("%s takes test payments", async (key) => {
    expect(await isLiveWith(key)).toBe(false);
  });
});
