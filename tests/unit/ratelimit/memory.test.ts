import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memoryBuckets } from "@/lib/platform/ratelimit/memory";

describe("buckets in memory", () => {
  test("a burst passes, the next is refused, and it says when one fits again", () => {
    let now = 0;
    const take = memoryBuckets(() => now);
    const policy = { perSecond: 2, burst: 3 };
    expect([1, 2, 3].map(() => take("a", policy).remaining)).toEqual([2, 1, 0]);
    const refused = take("a", policy);
    expect(refused).toEqual({ allowed: false, remaining: 0, resetMs: 500 });
    now += 499;
    expect(take("a", policy).allowed).toBe(false);
    now += 1;
    expect(take("a", policy).allowed).toBe(true);
    expect(take("b", policy).remaining).toBe(2);
  });

  test("whatever the pace, no stretch of time lets more through than burst and refill", () => {
    const policy = { perSecond: 10, burst: 5 };
    let now = 0;
    let clients = 0;
    const take = memoryBuckets(() => now);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 200 }), (pauses) => {
        // Another client each time: a store takes longer to make than all this.
        const client = `client-${clients++}`;
        const passed: number[] = [];
        for (const pause of pauses) {
          now += pause;
          if (take(client, policy).allowed) passed.push(now);
        }
        // How many more passed between any two of them than may; asked once, since asking takes longer than counting.
        const excess = passed.flatMap((from, first) =>
          passed.slice(first).map((to, more) => more + 1 - policy.burst - ((to - from) / 1000) * policy.perSecond),
        );
        expect(Math.max(0, ...excess)).toBeLessThanOrEqual(1e-6);
      }),
      { numRuns: 200 },
    );
  });

  test("a clock that is set back neither blocks forever nor grants anything", () => {
    let now = 1_000_000;
    const take = memoryBuckets(() => now);
    const policy = { perSecond: 1, burst: 2 };
    take("a", policy);
    now = 0;
    const { remaining } = take("a", policy);
    expect(remaining).toBe(0);
    now += 2_000;
    expect(take("a", policy).allowed).toBe(true);
  });

  test("memory is bounded: of 150,000 clients the newest are still counted", () => {
    const take = memoryBuckets(() => 0);
    const policy = { perSecond: 1, burst: 1 };
    for (let i = 0; i < 150_000; i++) take(`stranger-${i}`, policy);
    expect(take("stranger-149999", policy).allowed).toBe(false);
    expect(take("stranger-0", policy).allowed).toBe(true);
  });
});
