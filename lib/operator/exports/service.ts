/**
 * The export of an account's data. Invariant: a file is read from one snapshot and streamed as fast as the client
 * reads, so that memory does not grow with its size.
 */
import type { PoolClient } from "pg";
import * as sessions from "@/lib/identity/accounts/sessions";
import { SECTIONS } from "@/lib/operator/exports/sections";
import type { Caller } from "@/lib/platform/core/caller";
import { pool } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";
import { streamOf } from "@/lib/platform/core/stream";
import * as ratelimit from "@/lib/platform/ratelimit/service";

const BATCH_ROWS = 500;
/** Concurrent exports of one process; each holds a connection. */
const MAX_EXPORTS = 2;
/** A client that reads nothing for this long is disconnected. */
const STALL_SECONDS = 30;

let underWay = 0;

/** Streams the caller's data as one JSON file. Throws session_required, rate_limited and too_many_in_flight. */
export async function exportAccount(caller: Caller): Promise<Response> {
  sessions.requireSession(caller);
  await ratelimit.countAttempt("accountExport", [`account:${caller.accountId}`]);
  if (underWay >= MAX_EXPORTS)
    throw new AppError("too_many_in_flight", "Other exports are in progress. Try again in a minute.", {
      retryAfterSeconds: 60,
    });
  const day = new Date().toISOString().slice(0, 10);
  return new Response(streamOf(parts(caller.accountId)), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="skills-marketplace-${day}.json"`,
      "Cache-Control": "no-store",
    },
  });
}

async function* parts(accountId: string): AsyncGenerator<string> {
  underWay++;
  let client: PoolClient | undefined;
  let isWhole = false;
  try {
    client = await pool().connect();
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL TIME ZONE 'UTC';
      SET LOCAL idle_in_transaction_session_timeout = '${STALL_SECONDS}s'`);
    yield `{"exported_at":${JSON.stringify(new Date())}`;
    for (const [name, text] of Object.entries(SECTIONS)) {
      yield `,\n"${name}":[`;
      yield* rowsOf(client, text, accountId);
      yield "]";
    }
    await client.query("COMMIT");
    isWhole = true;
    yield "}\n";
  } finally {
    underWay--;
    // Destroy a connection whose transaction is unfinished.
    client?.release(!isWhole);
  }
}

async function* rowsOf(client: PoolClient, text: string, accountId: string): AsyncGenerator<string> {
  await client.query(`DECLARE export NO SCROLL CURSOR FOR ${text}`, [accountId]);
  let separator = "\n";
  for (;;) {
    const { rows } = await client.query<{ row: object }>(`FETCH ${BATCH_ROWS} FROM export`);
    if (rows.length === 0) break;
    yield separator + rows.map(({ row }) => JSON.stringify(row)).join(",\n");
    separator = ",\n";
  }
  await client.query("CLOSE export");
}
