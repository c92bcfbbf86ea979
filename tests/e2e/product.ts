import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { dataFolder, start } from "@/tests/e2e/started";
import { freePort } from "@/tests/support/free-port";
import { livedIn } from "@/tests/support/lived-in";

/** Where the global setup says in which folder the demo's data lie, what its first start printed, and the key of its account. */
export const DEMO_FOLDER = "E2E_DEMO_FOLDER";
export const DEMO_GREETING = "E2E_DEMO_GREETING";
export const DEMO_KEY = "E2E_DEMO_KEY";

export type Product = {
  /** Its address, without a slash at the end. */
  url: string;
  /** Its data folder. */
  folder: string;
  /** A key of the demo's account. */
  apiKey: string;
  /** What it has printed: its errors among it. */
  output: () => string;
};

let running: Product | undefined;

function required(): Product {
  if (!running) throw new Error("the product runs within tests only");
  return running;
}

/** The product that this worker's tests use. */
export const product: Product = {
  get url() {
    return required().url;
  },
  get folder() {
    return required().folder;
  },
  get apiKey() {
    return required().apiKey;
  },
  output: () => required().output(),
};

/** What a product has when it starts: the demo, or what a simulated year left behind. */
export type Begun = "demo" | "lived-in";

/** Starts the product on a copy of the demo, or of what was lived in, as its user would, does the work, and removes both. */
export async function withProduct(
  { begun, ...settings }: Record<string, string> & { begun: Begun },
  work: (product: Product) => Promise<void>,
): Promise<void> {
  const { [DEMO_FOLDER]: demo, [DEMO_KEY]: apiKey } = process.env;
  if (!demo || !apiKey) throw new Error("the global setup has not run");
  const data = begun === "demo" ? dataFolder(demo) : dataFolder();
  try {
    if (begun === "lived-in") await restoreLivedIn(data.folder);
    const started = await start(data.folder, await freePort(), settings);
    running = { url: started.url, folder: data.folder, apiKey, output: started.output };
    await work(running);
    await started.stop();
  } finally {
    running = undefined;
    data.remove();
  }
}

async function restoreLivedIn(folder: string): Promise<void> {
  const { archive } = await livedIn();
  const { DATABASE_URL: _, ...rest } = process.env;
  const env = { ...rest, APP_ENV: "local", NODE_ENV: "production", DATA_DIR: folder } as NodeJS.ProcessEnv;
  await promisify(execFile)(process.execPath, ["scripts/backup.mjs", "restore", archive], { env });
}
