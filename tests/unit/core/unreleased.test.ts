import { afterEach, expect, test, vi } from "vitest";
import { log } from "@/lib/platform/core/log";
import { releaseLater } from "@/lib/platform/core/unreleased";

afterEach(() => vi.useRealTimers());

test("releases wait for the database, a few at a time, holds first; so many keys that no more fit refuse no hold", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
  let [isAway, running, most] = [true, 0, 0];
  const released: string[] = [];
  const release = (id: string) => async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    if (isAway) throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
    released.push(id);
  };
  for (let at = 0; at < 10_002; at++) releaseLater("key", `key ${at}`, release("key"));
  releaseLater("hold", "hold", release("hold"));
  expect(warn).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(500);
  await expect.poll(() => running).toBe(0);
  expect([most, released]).toEqual([1, []]);
  isAway = false;
  vi.advanceTimersByTime(500);
  await expect.poll(() => released.length, { timeout: 10_000 }).toBe(10_001);
  expect([most, released[0]]).toEqual([5, "hold"]);
});
