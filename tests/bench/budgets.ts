import { pool } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { fillListings, join, readNames } from "@/tests/bench/listings";
import { skillAt } from "@/tests/bench/money";
import { databaseMs, startHost, startLoader, startUpstream } from "@/tests/bench/processes";
import { figure, median, type Result } from "@/tests/bench/results";

const CONNECTIONS = 16;
const LISTINGS = 1_000;
const CREDITS = 1_000_000_000_000n;
const PRICE = 1_000n;
const NO_END = 1_000_000_000_000n;
/** Parallel charges under five budgets, of which the smallest admits a fifth. */
const [CHARGES, QUICK_CHARGES] = [200_000, 20_000];

type Buyer = Awaited<ReturnType<typeof join>>;

/** What five budgets cost a metered call, and that none of them is overspent. */
export async function budgets(isQuick: boolean): Promise<Result[]> {
  await fillListings(await readNames(), LISTINGS);
  const upstream = await startUpstream();
  const skill = await skillAt(upstream.origin);
  const [plain, limited] = [await join(CREDITS), await join(CREDITS)];
  await limit(limited, skill.id, NO_END);
  const host = await startHost();
  const loader = startLoader();
  const [rounds, durationMs] = isQuick ? [7, 1_000] : [15, 3_000];
  const measure = async ({ key }: Buyer) => {
    const before = await databaseMs();
    const request = { method: "POST", path: `/v1/skills/${skill.slug}/execute`, key, body: "{}" };
    const report = await loader.run({
      origin: host.origin,
      requests: [request],
      connections: CONNECTIONS,
      durationMs,
      isOnce: false,
    });
    if (report.failed > 0) throw new Error(`${report.failed} calls were refused`);
    return {
      rate: (report.answered * 1000) / report.elapsedMs,
      cpu: ((await databaseMs()) - before) / report.answered,
    };
  };
  const [without, within]: [Measured[], Measured[]] = [[], []];
  for (let round = -1; round < rounds; round++) {
    // The order alternates, since the machine is slower at some times than at others.
    for (const buyer of round % 2 ? [plain, limited] : [limited, plain]) {
      const measured = await measure(buyer);
      if (round >= 0) (buyer === plain ? without : within).push(measured);
    }
  }
  loader.stop();
  await host.stop();
  upstream.stop();
  return [
    figure("metered calls under five budgets", {
      value: median(within.map(({ rate }) => rate)),
      unit: "1/s",
      against: "without budgets",
      floor: median(without.map(({ rate }) => rate)),
      goal: { of: "ratio", is: ">=", than: 0.95 },
    }),
    figure("a metered call under five budgets, CPU of the database", {
      value: median(within.map(({ cpu }) => cpu)),
      unit: "ms",
      against: "without budgets",
      floor: median(without.map(({ cpu }) => cpu)),
    }),
    await overspends(skill.id, isQuick ? QUICK_CHARGES : CHARGES),
  ];
}

type Measured = { rate: number; cpu: number };

/** Sets five budgets of so many micro-credits, each a little larger than the one before. */
async function limit({ id, keyId }: Buyer, skillId: string, amount: bigint): Promise<void> {
  const kinds = [
    ["account", id, "day"],
    ["account", id, "month"],
    ["key", keyId, "total"],
    ["skill", skillId, "week"],
    ["skill", skillId, "total"],
  ];
  for (const [index, [kind, subject, period]] of kinds.entries())
    await pool().query(
      `INSERT INTO budget (id, account_id, kind, subject_id, spend_id, amount_micros, period)
         VALUES ($1, $2, $3, $4, $1, $5, $6)`,
      [newId(), id, kind, subject, amount + BigInt(index) * PRICE, period],
    );
}

/** Charges in parallel, on connections of their own, until all five budgets have long been reached. */
async function overspends(skillId: string, charges: number): Promise<Result> {
  const buyer = await join(CREDITS);
  await limit(buyer, skillId, (BigInt(charges) * PRICE) / 5n);
  let [left, captured] = [charges, 0];
  const worker = async () => {
    while (left-- > 0) if (await charge(buyer, skillId)) captured++;
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const { rows } = await pool().query<{ over: number }>(
    `SELECT count(*)::int AS over FROM budget b JOIN budget_spend s ON s.spend_id = b.spend_id
      WHERE b.account_id = $1 AND (s.spent_micros > b.amount_micros OR s.spent_micros <> $2)`,
    [buyer.id, String(BigInt(captured) * PRICE)],
  );
  const isExact = captured === charges / 5 && rows[0]?.over === 0;
  return figure(`overspends in ${charges} parallel charges under five budgets`, {
    value: isExact ? 0 : Math.max(1, Math.abs(captured - charges / 5)),
    unit: "charges",
    against: "none",
    goal: { of: "value", is: "<=", than: 0 },
  });
}

async function charge({ id, keyId }: Buyer, skillId: string): Promise<boolean> {
  const hold = newId();
  const { rows } = await pool().query<{ outcome: string }>({
    name: "bench.budgets.reserve",
    text: `SELECT outcome FROM execution_reserve($1, $2, $3, false, $4, 'execute', $5, NULL, NULL, interval '90 s', 1000,
      1000, NULL, NULL)`,
    values: [hold, newId(), id, skillId, keyId],
  });
  if (rows[0]?.outcome !== "held") return false;
  await pool().query({
    name: "bench.budgets.settle",
    text: "SELECT settled FROM execution_capture($1, $2, $3, $4, 1, NULL, now(), NULL, NULL, NULL, NULL)",
    values: [hold, id, newId(), newId()],
  });
  return true;
}
