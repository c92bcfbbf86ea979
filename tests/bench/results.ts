import { writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { VERSION } from "@/lib/platform/core/version";

/** One figure: what was measured, what it is compared with in the same run, and whether it is as good as it should be. */
export type Result = {
  name: string;
  value: number;
  unit: string;
  against: string;
  ratio: number | null;
  goal: string | null;
  ok: boolean | null;
};

/** What a figure should be: `[">=", 0.7]`, of its ratio, or of its value when that has a goal of its own. */
export type Goal = { of: "ratio" | "value"; is: ">=" | "<="; than: number };

/** Collects a figure; `floor` is what it is compared with, `against` says what that is. */
export function figure(
  name: string,
  { value, unit, against, floor, goal }: { value: number; unit: string; against: string; floor?: number; goal?: Goal },
): Result {
  const ratio = floor ? value / floor : null;
  const judged = goal?.of === "value" ? value : ratio;
  const isMet = goal && judged !== null ? (goal.is === ">=" ? judged >= goal.than : judged <= goal.than) : null;
  return {
    name,
    value: round(value),
    unit,
    against,
    ratio: ratio === null ? null : round(ratio),
    goal: goal ? `${goal.of === "ratio" ? "ratio " : ""}${goal.is} ${goal.than}` : null,
    ok: isMet,
  };
}

const round = (value: number) => Number(value.toPrecision(4));

/** The middle one. */
export function median(values: number[]): number {
  return percentile(values, 0.5);
}

/** The value that a share of all stays below. */
export function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
}

/** Milliseconds that a piece of work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Prints figures as a table. */
export function show(results: Result[]): void {
  console.table(
    results.map(({ name, value, unit, against, ratio, goal, ok }) => ({
      name,
      value: `${value} ${unit}`,
      against,
      ratio: ratio ?? "",
      goal: goal ?? "",
      ok: ok === null ? "" : ok ? "yes" : "NO",
    })),
  );
}

/** Writes every figure, the machine and the versions to the file of `BENCH_OUT`, when there is one. */
export function write(results: Result[], database: string): void {
  const path = process.env.BENCH_OUT;
  if (!path) return;
  const machine = {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
  };
  const versions = { product: VERSION, node: process.version, database };
  writeFileSync(path, `${JSON.stringify({ machine, versions, results }, null, 2)}\n`);
}
