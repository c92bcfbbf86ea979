import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { main, ROOT } from "./lib/install.mjs";

/** Operations of each simulated day, and the accounts, unless the command says otherwise. */
const OPERATIONS_A_DAY = 140;
const ACCOUNTS = "200";
/** How long a difference is shrunk to a shorter history. */
const SHRINK_MINUTES = "10";

// `npm run test:year -- --seed 7 --days 365`: a year of the whole market against the model in tests/year/model.
// `npm run test:year -- --faults`: processes die, answers and connections get lost, and the database starts again.
// `npm run test:year -- --keep year.zip`: also writes a backup of the market at its end, an installation that was lived in.
// `npm run test:year -- --keep-only year.zip`: writes that backup, and restores nothing.
// `npm run test:year -- --history tests/year/histories/<name>.json`: one history again.
// `npm run test:year -- --defect member-whose-keys-stay`: a year with one of the defects of tests/year/defects.ts, which it must find.
await main(async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "7" },
      days: { type: "string", default: "365" },
      operations: { type: "string" },
      accounts: { type: "string", default: ACCOUNTS },
      shrink: { type: "string", default: SHRINK_MINUTES },
      history: { type: "string" },
      keep: { type: "string" },
      "keep-only": { type: "string" },
      defect: { type: "string" },
      faults: { type: "boolean", default: false },
    },
  });
  const { seed, days, accounts, shrink, history } = values;
  const keep = values.keep ?? values["keep-only"];
  const settings = history
    ? { YEAR_HISTORY: history }
    : {
        YEAR_SEED: seed,
        YEAR_DAYS: days,
        YEAR_ACCOUNTS: accounts,
        YEAR_OPERATIONS: values.operations ?? String(Number(days) * OPERATIONS_A_DAY),
        YEAR_SHRINK_MINUTES: shrink,
        YEAR_REPORT: "1",
        ...(!values["keep-only"] && { YEAR_RESTORE: "1" }),
        ...(keep && { YEAR_KEEP: resolve(keep) }),
      };
  const faults = values.faults ? { TEST_PROCESSES: "1" } : {};
  if (!values.defect) process.exit(await run({ ...settings, ...faults }));
  const found = join(tmpdir(), `year-${values.defect}.json`);
  const code = await run({ YEAR_DEFECT: values.defect, YEAR_FOUND: found });
  // What was found is the defect's only if it is gone without it.
  process.exit(code || (await run({ YEAR_HISTORY: found })));
});

/** Runs the test of the year, whose exit code it returns. With TEST_PROCESSES, the product answers from a process that can be killed. */
async function run(settings) {
  const child = spawn(process.execPath, [join(ROOT, "scripts", "test.mjs"), "tests/year/year.test.ts"], {
    stdio: "inherit",
    env: { ...process.env, ...settings },
  });
  const stop = (signal) => child.kill(signal);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);
  const [code] = await once(child, "exit");
  for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, stop);
  return code ?? 1;
}
