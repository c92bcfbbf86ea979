import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import type { openWork } from "@/tests/support/bank-work";
import type { Node, openCluster } from "@/tests/support/patroni";

const PATIENCE_MS = 180_000;
const FULL_MS = 5_000;
const SOON_MS = 500;
/**
 * Longest time to full service, as a share of what Patroni itself may take, and for what an operator orders. Of a switch,
 * Patroni 3.0 alone takes 5 to 6 s: it polls once a second until PostgreSQL has stopped, and a standby must follow the new primary.
 */
const [MOST, MOST_ORDERED] = [1.2, 0.5];

type Cluster = Awaited<ReturnType<typeof openCluster>>;
type Work = ReturnType<typeof openWork>;
type Fault = { name: string; make: () => Promise<number>; most: number };

/** Each returns the milliseconds from its beginning, or for what must be mended from its end, to full service. */
export function faultsOf(cluster: Cluster, work: Work): Fault[] {
  const leader = async () => (await cluster.leader()) as Node;
  const wholeFrom = async (startedAt: number, since = performance.now()) => {
    await expect.poll(() => work.isWholeSince(since), { timeout: PATIENCE_MS, interval: 20 }).toBe(true);
    return performance.now() - startedAt;
  };
  /** Until another machine leads and all is served by it. */
  const followed = async (begin: (node: Node) => unknown, end: (node: Node) => unknown) => {
    const node = await leader();
    const startedAt = performance.now();
    await begin(node);
    await cluster.another(node);
    const took = await wholeFrom(startedAt);
    await end(node);
    await cluster.isWholeWith(node);
    await wholeFrom(startedAt);
    return took;
  };
  const kill = () =>
    followed(
      (node) => node.kill(),
      (node) => node.start(),
    );
  const end = () =>
    followed(
      (node) => node.stop(),
      (node) => node.start(),
    );
  const pause = () =>
    followed(
      (node) => node.pause(),
      (node) => node.resume(),
    );
  const cut = () =>
    followed(
      (node) => node.cut(),
      (node) => node.mend(),
    );
  const switchOver = async () => {
    const node = await leader();
    const standby = (await cluster.members()).find(({ role }) => role === "sync_standby");
    const to = cluster.nodes.find(({ name }) => name === standby?.name) as Node;
    const startedAt = performance.now();
    const commanded = cluster.switchOver(node, to);
    await cluster.another(node);
    const took = await wholeFrom(startedAt);
    await commanded;
    return took;
  };
  const killDatabase = async () => {
    const node = await leader();
    const startedAt = performance.now();
    node.killDatabase();
    await wait(SOON_MS);
    return wholeFrom(startedAt);
  };
  const fillDisk = async () => {
    const node = await leader();
    const before = work.uncertain();
    await node.disk.fill();
    await expect.poll(() => work.uncertain() > before, { timeout: PATIENCE_MS }).toBe(true);
    await wait(FULL_MS);
    const startedAt = performance.now();
    node.disk.free();
    return wholeFrom(startedAt);
  };
  const restartStore = async () => {
    const startedAt = performance.now();
    await cluster.store.stop();
    await cluster.store.start();
    return wholeFrom(startedAt);
  };
  const disk = { name: "the primary's disk is full for 5 s", make: fillDisk, most: MOST };
  return [
    { name: "the primary's machine is killed", make: kill, most: MOST },
    { name: "the primary's machine ends in order", make: end, most: MOST },
    { name: "the primary pauses until another leads, and goes on", make: pause, most: MOST },
    { name: "the primary's line is cut until another leads", make: cut, most: MOST },
    { name: "the writer is switched over", make: switchOver, most: MOST_ORDERED },
    { name: "PostgreSQL of the primary is killed, and Patroni starts it again", make: killDatabase, most: MOST },
    ...(cluster.nodes.every((node) => node.disk.isSmall) ? [disk] : []),
    { name: "etcd restarts", make: restartStore, most: MOST },
  ];
}
