import { closeDatabase, pool } from "@/lib/platform/core/db";
import { api } from "@/tests/bench/api";
import { budgets } from "@/tests/bench/budgets";
import { fairness } from "@/tests/bench/fairness";
import { growth } from "@/tests/bench/growth";
import { lived } from "@/tests/bench/lived-in";
import { log } from "@/tests/bench/log";
import { mix } from "@/tests/bench/mix";
import { money } from "@/tests/bench/money";
import { pages } from "@/tests/bench/pages";
import { type Result, show, write } from "@/tests/bench/results";
import { search } from "@/tests/bench/search";
import { starts } from "@/tests/bench/starts";
import { tools } from "@/tests/bench/tools";
import { transfer } from "@/tests/bench/transfer";

/** What can be measured, in this order, in which one uses the listings of the one before; `--only=api,money` measures some. */
const SECTIONS: Record<string, (isQuick: boolean) => Promise<Result[]>> = {
  mix,
  search,
  api,
  money,
  log,
  budgets,
  tools,
  growth,
  transfer,
  starts,
  pages,
  fairness,
  "lived-in": lived,
};

/** `npm run bench`: every figure of the product against something measured in the same run. */
export async function run(args: string[]): Promise<number> {
  const isQuick = args.includes("--quick");
  const only = args
    .find((arg) => arg.startsWith("--only="))
    ?.slice("--only=".length)
    .split(",");
  const unknown = only?.filter((name) => !SECTIONS[name]) ?? [];
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(", ")}; there are ${Object.keys(SECTIONS).join(", ")}.`);
  const { rows } = await pool().query<{ server_version: string }>("SHOW server_version");
  const results: Result[] = [];
  for (const [name, measure] of Object.entries(SECTIONS)) {
    if (only && !only.includes(name)) continue;
    console.log(`measuring ${name} …`);
    const measured = await measure(isQuick);
    show(measured);
    results.push(...measured);
    write(results, `PostgreSQL ${rows[0]?.server_version}`);
  }
  await closeDatabase();
  const missed = results.filter(({ ok }) => ok === false);
  if (missed.length > 0) console.log(`missed: ${missed.map(({ name, against }) => `${name} (${against})`).join(", ")}`);
  return 0;
}
