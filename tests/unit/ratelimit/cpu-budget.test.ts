import { beforeAll, expect, test, vi } from "vitest";

vi.hoisted(() => {
  Object.assign(process.env, {
    APP_ENV: "local",
    LOG_LEVEL: "silent",
    SESSION_SECRET: "x".repeat(32),
    RATE_LIMITS: "on",
    // A small budget refills too slowly to matter while a busy machine keeps the test waiting.
    RATE_LIMIT_SCALE: "0.1",
  });
});

import { AppError } from "@/lib/platform/core/errors";
import { BUCKETS } from "@/lib/platform/ratelimit/policy";
import { asOneRequest, requireBudget, withinCpuBudget } from "@/lib/platform/ratelimit/service";

const burst = BUCKETS.checking.burst / 10;
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
const spin = (ms: number) => () => {
  const endsAt = cpuMs() + ms;
  while (cpuMs() < endsAt);
  return ms;
};
/** Stands still without using the processor, as work does that waits for a core. */
const standStill = (ms: number) => () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const codeOf = (work: () => unknown) => {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
};

beforeAll(() => {
  withinCpuBudget("checking", "warm", () => 0);
});

test("quick work is never refused, however often it comes", () => {
  for (let i = 0; i < 10 * burst; i++) expect(withinCpuBudget("checking", "quick", () => i)).toBe(i);
});

test("who has used up the time is refused before the work begins, and others are not", () => {
  withinCpuBudget("checking", "slow", spin(1.5 * burst));
  let begun = 0;
  expect(codeOf(() => withinCpuBudget("checking", "slow", () => begun++))).toBe("rate_limited");
  expect(begun).toBe(0);
  expect(withinCpuBudget("checking", "other", () => 1)).toBe(1);
});

test("only processor time counts: work that waits for a busy machine's core is not refused", () => {
  withinCpuBudget("checking", "waiting", standStill(1.5 * burst));
  expect(withinCpuBudget("checking", "waiting", () => 1)).toBe(1);
});

test("work that fails has taken its time, too, and fails as it does", () => {
  const fail = () => {
    spin(1.5 * burst)();
    throw new RangeError("failed");
  };
  expect(codeOf(() => withinCpuBudget("checking", "failing", fail))).toBeInstanceOf(RangeError);
  expect(codeOf(() => withinCpuBudget("checking", "failing", () => 1))).toBe("rate_limited");
});

test("a request within its budget is not refused for its own time, but the next one is", () => {
  const work = () => withinCpuBudget("checking", "large", spin(1.5 * burst));
  asOneRequest(() => {
    work();
    expect(work()).toBe(1.5 * burst);
    // Such as before another call of a batch.
    expect(codeOf(() => requireBudget("checking", "large"))).toBe("rate_limited");
  });
  expect(asOneRequest(() => codeOf(work))).toBe("rate_limited");
});
