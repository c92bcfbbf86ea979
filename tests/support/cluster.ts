import { once } from "node:events";
import { afterAll } from "vitest";
import { type ApiProcess, bundleApiProcess, startApiProcess } from "@/tests/support/process";

/** How many processes answer the requests of a test file; 0 when the test's own does, by calling the router. */
const PROCESSES = Number(process.env.TEST_PROCESSES ?? 0);

/** Whether requests are answered by other processes, over sockets, instead of by calling the router. */
export const isCluster = PROCESSES > 0;
/** How many processes answer: what each of them counts by itself takes as many times as long. */
export const processCount = Math.max(1, PROCESSES);

/** The address that a test calls from is told as a proxy would. */
const SETTINGS = { TRUSTED_PROXIES: "1" };

let starting: Promise<ApiProcess[]> | undefined;
let turn = 0;

/** The origin of the process whose turn it is, of several on this file's database, or null without such. */
export async function nextOrigin(): Promise<string | null> {
  if (!isCluster) return null;
  starting ??= start();
  const processes = await starting;
  return processes[turn++ % processes.length]?.url ?? null;
}

/** Started with the first request, when the file's settings and its stand-ins for other services are there. */
async function start(): Promise<ApiProcess[]> {
  const path = await bundle();
  return Promise.all(Array.from({ length: PROCESSES }, () => startApiProcess(path, SETTINGS)));
}

let bundling: Promise<string> | undefined;
const bundle = () => (bundling ??= bundleApiProcess());

/** The process that answers, of several the first one: a test may stop it for a while. */
export async function answering(): Promise<ApiProcess | undefined> {
  return (await starting)?.[0];
}

/** Has every process write what it has noted in memory. */
export async function writeNoted(): Promise<void> {
  for (const { child } of (await starting) ?? []) {
    const written = once(child, "message");
    child.send("write");
    await written;
  }
}

/** Kills that process and starts another one in its place, with other settings if need be. */
export async function replaceProcess(settings: Record<string, string> = {}): Promise<void> {
  const processes = (await starting) ?? [];
  await processes[0]?.kill();
  processes[0] = await startApiProcess(await bundle(), { ...SETTINGS, ...settings });
}

/** Ends the processes after the tests of a file. */
export function endCluster(): void {
  afterAll(async () => {
    for (const { kill } of (await starting) ?? []) await kill();
  });
}
