import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, rm, statfs, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { type Check, ok, problem, warning } from "@/host/doctor/check";
import { env } from "@/lib/platform/core/env";
import { megabytes } from "@/lib/platform/core/limits";
import { nameLookup } from "@/lib/platform/outbound/name-lookup";

/** Below this much free space the database and the packages of an installation are in danger. */
const LEAST_FREE_BYTES = 1024 ** 3;
/** What is written to see whether the disk takes it. */
const TRIAL_BYTES = 1024 ** 2;
const HEALTH_TIMEOUT_MS = 3_000;
/** Answers of a name server about a name that does not exist. */
const NO_SUCH_NAME = ["ENOTFOUND", "ENODATA"];

/** Whether the data folder takes files, and how much room it has. */
export const disk: Check = {
  name: "data folder",
  other: { name: "the data folder", setting: "DATA_DIR" },
  advice: "Create the folder of DATA_DIR and let this user write to it.",
  async run() {
    const { DATA_DIR } = env();
    await mkdir(DATA_DIR, { recursive: true });
    const trial = join(DATA_DIR, `doctor-${randomUUID()}`);
    try {
      await writeFile(trial, Buffer.alloc(TRIAL_BYTES));
    } finally {
      await rm(trial, { force: true });
    }
    const { bavail, bsize } = await statfs(DATA_DIR);
    const text = `${megabytes(bavail * bsize)} free in ${DATA_DIR}`;
    return [bavail * bsize < LEAST_FREE_BYTES ? warning(text, "Make room: a full disk stops the database.") : ok(text)];
  },
};

/** Whether the port is free, or this marketplace already serves on it. */
export const port: Check = {
  name: "port",
  other: { name: "the port", setting: "PORT" },
  advice: "Set PORT to another one.",
  async run() {
    const { PORT } = env();
    const server = createServer();
    try {
      server.listen(PORT);
      await once(server, "listening");
      return [ok(PORT === 0 ? "any free one" : `${PORT} is free`)];
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EACCES")
        return [problem(`this user may not open port ${PORT}`, "Set PORT to 1024 or more, behind a proxy.")];
      if (code !== "EADDRINUSE") throw error;
      if (await isServing(PORT)) return [ok(`a marketplace serves on ${PORT}`)];
      const advice = `Stop that program (\`ss -ltnp 'sport = :${PORT}'\` names it), or set PORT to another one.`;
      return [problem(`port ${PORT} is in use by another program`, advice)];
    } finally {
      server.close();
    }
  },
};

async function isServing(own: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
    const answer = await fetch(`http://127.0.0.1:${own}/v1/health`, { signal });
    return "uptime_seconds" in Object(await answer.json());
  } catch {
    return false;
  }
}

/** Whether a name server answers: the endpoints of skills are looked up by it. */
export const names: Check = {
  name: "name server",
  other: { name: "the name server", setting: "DNS_SERVERS" },
  advice: "Check this machine's network, and DNS_SERVERS or /etc/resolv.conf.",
  async run() {
    const { DNS_SERVERS, APP_ENV } = env();
    const which = DNS_SERVERS.length > 0 ? DNS_SERVERS.join(", ") : "this machine's name server";
    try {
      await nameLookup().addressesOf("doctor.invalid", "doctor");
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (NO_SUCH_NAME.includes(String(code))) return [ok(`${which} answers`)];
      const text = `${which} doesn't answer (${code}): endpoints of skills can't be looked up`;
      // A local installation may have no network; its demo needs none.
      const isNeeded = APP_ENV === "production" || DNS_SERVERS.length > 0;
      return [isNeeded ? problem(text, this.advice) : warning(text, this.advice)];
    }
    return [ok(`${which} answers`)];
  },
};
