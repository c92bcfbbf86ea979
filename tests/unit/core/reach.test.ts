import type { Pool } from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { afterPromotion, flag, forget, isAway, isReachable, isServingNow, shareFlag } from "@/lib/platform/core/reach";

afterEach(() => {
  forget();
  vi.useRealTimers();
});

type Server = { read_only: string; history: string | Error };

/** A pool whose connections lead to whichever server is named now. */
function poolTo(server: () => Server) {
  const released: boolean[] = [];
  const client = {
    query: async (text: string) => {
      const { read_only, history } = server();
      if (text.includes("transaction_read_only")) return { rows: [{ read_only }] };
      if (history instanceof Error) throw history;
      return { rows: [{ history }] };
    },
    release: (isUnfit: boolean) => released.push(isUnfit),
  };
  return { released, open: () => ({ connect: async () => client }) as unknown as Pool };
}

/** What the next check says. */
async function check(open: () => Pool): Promise<boolean> {
  forgetTime();
  await isReachable(open);
  await new Promise((resolve) => setImmediate(resolve));
  return !isAway();
}

let now = Date.now();
function forgetTime(): void {
  now += 2_000;
  vi.setSystemTime(now);
}

test("a server that takes no writes does not serve, and is connected to no longer; a promotion is told once", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  let server: Server = { read_only: "off", history: "00000001" };
  const told = vi.fn();
  afterPromotion(told);
  const { open, released } = poolTo(() => server);
  expect(await check(open)).toBe(true);
  server = { read_only: "on", history: "00000001" };
  expect(await check(open)).toBe(false);
  expect(released).toEqual([false, true]);
  expect(told).not.toHaveBeenCalled();
  server = { read_only: "off", history: "00000002" };
  expect([await check(open), await check(open)]).toEqual([true, true]);
  expect(told).toHaveBeenCalledOnce();
});

test("whether it serves now is not what was seen before, and what was seen is known to other threads", async () => {
  let server: Server = { read_only: "off", history: "00000001" };
  const { open } = poolTo(() => server);
  expect(await check(open)).toBe(true);
  server = { read_only: "on", history: "00000001" };
  expect([await isReachable(open), isAway()]).toEqual([true, false]);
  expect([await isServingNow(open), isAway()]).toEqual([false, true]);
  const [ofHost, own] = [flag(), new SharedArrayBuffer(4)];
  shareFlag(own);
  expect(isAway()).toBe(false);
  shareFlag(ofHost);
  expect(isAway()).toBe(true);
});

test("where the history may not be asked for, the database serves all the same", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const refused = Object.assign(new Error("permission denied for function pg_walfile_name"), { code: "42501" });
  const { open } = poolTo(() => ({ read_only: "off", history: refused }));
  expect([await check(open), await check(open)]).toEqual([true, true]);
});
