import { beforeEach } from "vitest";
import { WINDOWS } from "@/lib/platform/ratelimit/policy";

/** Longer than a test's attempts take on a slow machine. */
const NEEDED_MS = 30_000;
const SHORTEST_MS = Math.min(...Object.values(WINDOWS).map(({ windowSeconds }) => windowSeconds)) * 1_000;

/** Begins each test of a file early enough in a window of attempts that all of its attempts fall into that one. */
export function beginEarlyInWindow(): void {
  beforeEach(async () => {
    const leftMs = SHORTEST_MS - (Date.now() % SHORTEST_MS);
    if (leftMs < NEEDED_MS) await new Promise((resolve) => setTimeout(resolve, leftMs + 1));
  }, NEEDED_MS * 2);
}
