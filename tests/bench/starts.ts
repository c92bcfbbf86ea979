import { startPlain } from "@/tests/bench/processes";
import { figure, median, type Result, timed } from "@/tests/bench/results";
import { dataFolder, start } from "@/tests/e2e/started";
import { freePort } from "@/tests/support/free-port";

const ROUNDS = 5;
const QUICK_ROUNDS = 3;

/** Starts with an empty and with a filled data folder, up to the first answer, against plain `next start` alone. */
export async function starts(isQuick: boolean): Promise<Result[]> {
  const times = { first: [] as number[], second: [] as number[], plain: [] as number[] };
  for (let round = 0; round < (isQuick ? QUICK_ROUNDS : ROUNDS); round++) {
    const data = dataFolder();
    times.first.push(await timed(() => startOnce(data.folder)));
    times.second.push(await timed(() => startOnce(data.folder)));
    data.remove();
    const plain = await startPlain();
    times.plain.push(plain.startMs);
    await plain.stop();
  }
  const floor = median(times.plain) / 1000;
  return [
    figure("first start: database, demo, first answer, end", {
      value: median(times.first) / 1000,
      unit: "s",
      against: "next start, no database",
      floor,
    }),
    figure("second start, first answer, end", {
      value: median(times.second) / 1000,
      unit: "s",
      against: "next start, no database",
      floor,
    }),
  ];
}

async function startOnce(folder: string): Promise<void> {
  const started = await start(folder, await freePort());
  const { status } = await fetch(`${started.url}/v1/health`);
  await started.stop();
  if (status !== 200) throw new Error(`the first answer was ${status}`);
}
