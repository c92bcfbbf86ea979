import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { Client } from "pg";
import { openDisk } from "@/tests/support/bank-site";
import { freePort } from "@/tests/support/free-port";
import { haproxySettings, PASSWORD, patroniSettings, poolerSettings } from "@/tests/support/patroni-settings";
import { openTcpProxy } from "@/tests/support/tcp-proxy";

const NODES = ["one", "two", "three"] as const;
const [LOOK_MS, WHOLE_LOOK_MS] = [50, 500];
const PATIENCE_MS = 180_000;
/** A machine that does not follow by itself after this is restarted, then copied anew. */
const FOLLOWS_MS = 45_000;

type Owner = { uid?: number; gid?: number };
type Line = Awaited<ReturnType<typeof openTcpProxy>>;
type Member = { name: string; role: string };
export type Node = Awaited<ReturnType<typeof openNode>>;

const urlAt = (port: number) => (database: string) => `postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`;
const loopback = (port: number) => new URL(`http://127.0.0.1:${port}`);
const portOf = ({ url }: Line) => Number(new URL(url).port);

/** Resolves once something is so. */
async function until(is: () => Promise<boolean>, what: string, patienceMs = PATIENCE_MS): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await is().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`${what} does not come`);
    await wait(LOOK_MS);
  }
}

/** Processes by their parent, as the system knows them now. */
function children(parent: number): number[] {
  const found = [];
  for (const entry of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(join("/proc", entry, "stat"), "utf8");
      if (Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[1]) === parent) found.push(Number(entry));
    } catch {
      // It has ended meanwhile.
    }
  }
  return found;
}

function send(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
}

/** A program of Debian's that runs until it is ended, as an ordinary user. */
function launch(program: string, args: string[], { folder, owner }: { folder: string; owner: Owner }): ChildProcess {
  const log = openSync(join(folder, `${program.split("/").at(-1)}.log`), "a");
  const env = { ...process.env, HOME: folder, ETCDCTL_API: "3" };
  const child = spawn(program, args, { cwd: folder, env, stdio: ["ignore", log, log], ...owner });
  child.on("error", () => {});
  return child;
}

async function ended(child: ChildProcess | null): Promise<void> {
  if (child && child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

/** One machine of the cluster: Patroni and its PostgreSQL, on a disk of its own, behind lines that can be cut. */
async function openNode(name: string, store: Line, owner: Owner) {
  const disk = openDisk();
  const [port, restPort] = [await freePort(), await freePort()];
  const lines = [await openTcpProxy(loopback(port)), await openTcpProxy(loopback(restPort)), store];
  const [database, rest] = lines as [Line, Line, Line];
  const data = join(disk.folder, "data");
  const file = join(disk.folder, "patroni.json");
  const ports = { port, restPort, linePort: portOf(database), restLinePort: portOf(rest), storePort: portOf(store) };
  writeFileSync(file, JSON.stringify(patroniSettings({ name, folder: disk.folder, ...ports })));
  if (owner.uid !== undefined) chownSync(disk.folder, owner.uid, owner.gid ?? owner.uid);
  let patroni: ChildProcess | null = null;
  /** Every process of this machine: Patroni, the postmaster, and its children. */
  const pids = () => {
    const own = patroni?.pid === undefined ? [] : [patroni.pid];
    try {
      const postmaster = Number.parseInt(readFileSync(join(data, "postmaster.pid"), "utf8"), 10);
      own.push(postmaster, ...children(postmaster));
    } catch {
      // PostgreSQL does not run.
    }
    return own;
  };
  const start = () => {
    if (patroni && patroni.exitCode === null && patroni.signalCode === null) return;
    patroni = launch("/usr/bin/patroni", [file], { folder: disk.folder, owner });
  };
  start();
  return {
    name,
    disk,
    file,
    /** Where this machine's PostgreSQL is for those on the same side of its line. */
    url: urlAt(port)("bank"),
    ports,
    start,
    /** Loses the machine: all its processes are killed at once. */
    kill: async () => {
      send(pids(), "SIGKILL");
      await ended(patroni);
    },
    /** Kills PostgreSQL alone; Patroni goes on. */
    killDatabase: () => send(pids().slice(1, 2), "SIGKILL"),
    /** Ends the machine in order. */
    stop: async () => {
      patroni?.kill("SIGTERM");
      await ended(patroni);
    },
    pause: () => send(pids(), "SIGSTOP"),
    resume: () => send(pids(), "SIGCONT"),
    cut: () => {
      for (const line of lines) line.cut();
    },
    mend: () => {
      for (const line of lines) line.mend();
    },
    /** Whether this machine says that it leads, asked on its own side of the line. */
    leads: () =>
      fetch(`http://127.0.0.1:${restPort}/primary`, { signal: AbortSignal.timeout(1_000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    close: async () => {
      send(pids(), "SIGCONT");
      send(pids(), "SIGKILL");
      await ended(patroni);
      for (const line of lines) line.close();
      if (process.env.HA_LOGS) copyFileSync(join(disk.folder, "patroni.log"), join(process.env.HA_LOGS, `${name}.log`));
      disk.remove();
    },
  };
}

/** How many standbys a machine sends its log to now. */
async function followersOf({ url }: Node): Promise<number> {
  const address = new URL(url);
  address.pathname = "postgres";
  const client = new Client({ connectionString: address.href, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const text = "SELECT count(*)::int AS count FROM pg_stat_replication WHERE state = 'streaming'";
    return (await client.query<{ count: number }>(text)).rows[0]?.count ?? 0;
  } finally {
    void client.end().catch(() => {});
  }
}

/** The store in which Patroni elects: etcd, which a test restarts. */
async function openStore(folder: string, owner: Owner) {
  const [port, peerPort] = [await freePort(), await freePort()];
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const args = [`--data-dir=${join(folder, "etcd")}`, `--listen-client-urls=${client}`];
  args.push(`--advertise-client-urls=${client}`, `--listen-peer-urls=${peer}`);
  args.push(`--initial-advertise-peer-urls=${peer}`, `--initial-cluster=default=${peer}`);
  let child: ChildProcess | null = null;
  const start = async () => {
    child = launch("/usr/bin/etcd", args, { folder, owner });
    await until(async () => (await fetch(`${client}/health`)).ok, "etcd");
  };
  const stop = async () => {
    child?.kill("SIGKILL");
    await ended(child);
  };
  await start();
  return { port, start, stop };
}

/**
 * Three machines with PostgreSQL 15 under Patroni, an etcd, HAProxy, which finds the writer and the readers by Patroni's health checks,
 * and PgBouncer in front of the writer: Debian's packages, on loopback, as an ordinary user.
 */
export async function openCluster() {
  const { unprivilegedOwner } = await import(pathToFileURL(resolve("scripts/lib/cluster.mjs")).href);
  const owner: Owner = unprivilegedOwner();
  const folder = mkdtempSync(join(tmpdir(), "marketplace-ha-"));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, "etcd"), { mode: 0o700 });
  if (owner.uid !== undefined)
    for (const path of [folder, join(folder, "etcd")]) chownSync(path, owner.uid, owner.gid ?? owner.uid);
  const store = await openStore(folder, owner);
  const nodes: Node[] = [];
  for (const name of NODES) nodes.push(await openNode(name, await openTcpProxy(loopback(store.port)), owner));
  const [writerPort, readerPort, poolerPort] = [await freePort(), await freePort(), await freePort()];
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, haproxySettings({ writerPort, readerPort, nodes }));
  const balancer = launch("/usr/sbin/haproxy", ["-db", "-f", file], { folder, owner });
  const poolerFile = join(folder, "pgbouncer.ini");
  writeFileSync(poolerFile, poolerSettings({ port: poolerPort, writerPort }));
  const pooler = launch("/usr/sbin/pgbouncer", [poolerFile], { folder, owner });
  const members = async (): Promise<Member[]> => {
    for (const { ports } of nodes) {
      const answer = await fetch(`http://127.0.0.1:${ports.restPort}/cluster`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => null);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  };
  /** The machine that leads, by its own word and with the lock; undefined while none does. */
  const leader = async () => {
    for (const node of nodes) if (await node.leads()) return node;
    return undefined;
  };
  /** Resolves when one machine leads, both others follow it, and one of them is the synchronous standby. */
  const isWhole = (patienceMs?: number) => {
    const is = async () => {
      await wait(WHOLE_LOOK_MS);
      const roles = (await members()).map(({ role }) => role);
      const node = await leader();
      return node !== undefined && roles.includes("sync_standby") && (await followersOf(node)) === NODES.length - 1;
    };
    return until(is, "a whole cluster", patienceMs);
  };
  const command = (node: Node, args: string[]) =>
    promisify(execFile)("/usr/bin/patronictl", ["-c", node.file, ...args], { cwd: folder });
  const close = async () => {
    for (const child of [balancer, pooler]) child.kill("SIGKILL");
    for (const node of nodes) await node.close();
    await store.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    nodes,
    store,
    leader,
    members,
    writerUrl: urlAt(writerPort),
    readerUrl: urlAt(readerPort),
    /** The writer, through PgBouncer. */
    pooledUrl: urlAt(poolerPort),
    isWhole,
    /**
     * The same after a machine returns, with what an operator would do: restart Patroni 3.0, which hangs when two of its threads stop
     * PostgreSQL at once, then copy the machine anew, whose log may have diverged while it was cut off.
     */
    isWholeWith: async (node: Node) => {
      const follows = () =>
        isWhole(FOLLOWS_MS).then(
          () => true,
          () => false,
        );
      if (await follows()) return;
      console.log(`${node.name} is restarted`);
      await node.kill();
      node.start();
      if (await follows()) return;
      console.log(`${node.name} is copied anew`);
      await command(node, ["reinit", "marketplace", node.name, "--force"]);
      await isWhole();
    },
    /** Resolves with the machine that leads once it is another than before. */
    another: async (before: Node): Promise<Node> => {
      let next: Node | undefined;
      await until(async () => {
        for (const node of nodes) if (node !== before && (await node.leads())) next = node;
        return next !== undefined;
      }, "another leader");
      return next as Node;
    },
    switchOver: (from: Node, to: Node) =>
      command(to, ["switchover", "marketplace", "--master", from.name, "--candidate", to.name, "--force"]),
    close,
  };
}
