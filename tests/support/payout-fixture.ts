import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { startProcessor } from "@/tests/support/payments";
import { earner } from "@/tests/support/payouts";
import type { Person } from "@/tests/support/people";

type Fault = (request: Request) => Promise<Response | null>;

/** A processor whose answers can suffer on the way, and for each test a developer with 85 free credits. */
export function payoutFixture() {
  let processor: Awaited<ReturnType<typeof startProcessor>>;
  let developer: Person;
  const stage = {
    /** What happens to the processor's calls; null lets them through. */
    fault: null as Fault | null,
    get processor() {
      return processor;
    },
    get developer() {
      return developer;
    },
    /** Goes on with a new developer. */
    renew: async () => {
      developer = await earner(100, processor);
    },
    books: () => processor.sandbox.books,
    accountId: () => stage.books().accounts.find(({ email }) => email === developer.email)?.id ?? "",
    transfers: () => stage.books().transfers.filter(({ destination }) => destination === stage.accountId()),
    bankPayouts: () => stage.books().bankPayouts.filter(({ sandbox }) => sandbox.account === stage.accountId()),
    /** The newest payout to the bank arrives, or is refused. */
    settle: (outcome: "arrive" | "fail") => {
      const bank = stage.bankPayouts().at(-1);
      if (!bank) throw new Error("nothing was sent to the bank");
      processor.sandbox.connect.settle(bank, outcome);
    },
  };
  beforeAll(async () => {
    processor = await startProcessor({ answer: async (request) => (await stage.fault?.(request)) ?? null });
  });
  afterAll(() => processor.close());
  beforeEach(() => stage.renew());
  afterEach(() => {
    stage.fault = null;
  });
  return stage;
}

/** A processor that is out of order. */
export const down = () => Response.json({ error: { type: "api_error", message: "down" } }, { status: 500 });

/** Whether a request to the processor is this call. */
export const isCall = (request: Request, method: string, path: string) =>
  request.method === method && new URL(request.url).pathname === path;
