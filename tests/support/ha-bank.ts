import { expect, vi } from "vitest";
import { supervise } from "@/tests/support/bank-site";
import { bundleApiProcess } from "@/tests/support/process";

export const CREDITS = 20_000;
const BUYERS = 2;
const SUBSCRIPTIONS = 6;
const DRAFTS = 80;
const REST_MS = 400;
const PAUSE_MS = 200;
const PATIENCE_MS = 180_000;

type Url = (database: string) => string;
type Cluster = { writerUrl: Url; readerUrl: Url; pooledUrl: Url };

/** A market on a cluster: two processes that serve it, one through PgBouncer, and a worker. `closing` gets what ends it. */
export async function openBank(cluster: Cluster, closing: (() => unknown)[]) {
  const [people, money, payments, upstreams, work] = await Promise.all([
    import("@/tests/support/people"),
    import("@/tests/support/money"),
    import("@/tests/support/payments"),
    import("@/tests/support/upstream"),
    import("@/tests/support/bank-work"),
  ]);
  const upstream = await upstreams.startUpstream();
  const processor = await payments.startProcessor({ isDelivering: true });
  closing.push(upstream.close, processor.close);
  const developer = await people.person("Developer");
  const called = await people.liveSkill(developer, { price_per_call: work.CALL_PRICE });
  const subscribed: string[] = [];
  while (subscribed.length < SUBSCRIPTIONS)
    subscribed.push((await people.liveSkill(developer, money.subscription({ price: work.TERM_PRICE }))).slug);
  const drafts: string[] = [];
  while (drafts.length < DRAFTS) drafts.push((await people.draftSkill(developer, { submit: true })).id);
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => money.personWith(CREDITS)));
  const repeater = await money.personWith(CREDITS);
  const root = await people.administrator();
  const bundle = await bundleApiProcess("bank-process");
  const exits: string[] = [];
  const settings = {
    DATABASE_POOL: "8",
    LOG_LEVEL: process.env.HA_LOG ?? "silent",
    DATABASE_URL: cluster.writerUrl("bank"),
    DATABASE_REPLICA_URL: cluster.readerUrl("bank"),
    PUBLIC_CATALOG: "on",
    TEST_PROCESSOR_URL: processor.url,
  };
  const processes: Awaited<ReturnType<typeof supervise>>[] = [];
  closing.push(() => {
    for (const one of processes) one.close();
  });
  const pooled = { DATABASE_URL: cluster.pooledUrl("bank"), DATABASE_PREPARED: "off" };
  for (const own of [{ WORKER: "off" }, { WORKER: "off", ...pooled }, { WORKER: "on" }])
    processes.push(await supervise(bundle, { ...settings, ...own }, exits));
  const urls = processes.map(({ url }) => url);
  for (const url of urls)
    await vi.waitFor(async () => expect((await fetch(`${url}/ready`)).status).toBe(200), { timeout: PATIENCE_MS });
  const { sandbox } = processor;
  const market = {
    root,
    developer,
    buyers,
    called: called.slug,
    subscribed,
    sandbox,
    restMs: REST_MS,
    pauseMs: PAUSE_MS,
  };
  return {
    urls: urls.slice(0, 2),
    root,
    buyers,
    repeater,
    drafts,
    exits,
    money,
    called: called.slug,
    work: work.openWork(market, urls.slice(0, 2)),
  };
}
