import type { QueryResultRow } from "pg";
import { query } from "@/lib/platform/core/db";
import { hasDoneNothing, isLockTimeout, isUnavailable } from "@/lib/platform/core/db-errors";
import { AppError } from "@/lib/platform/core/errors";

const MAX_BATCH = 32;
/** Seconds after which a rejected caller may try again. */
const RETRY_SECONDS = 1;

/** How long an operation may wait for its wallet, and how many may wait for one wallet. */
type Limits = { waitMs: number; maxPerWallet: number };

/** For purchases and reservations: their callers may be gone after this time. */
export const STARTING: Limits = { waitMs: 10_000, maxPerWallet: 1_000 };
/** For settling and releasing calls that were admitted earlier: they must finish within the hold's lifetime. */
export const FINISHING: Limits = { waitMs: 30_000, maxPerWallet: 20_000 };

type Operation = { verb: object; run: (batch: Operation[]) => Promise<void>; timer: NodeJS.Timeout | null };

/** Operations waiting for each wallet that this process is working on. */
const queues = new Map<string, Operation[]>();

/**
 * Runs an operation on wallets, one transaction per wallet at a time in this process. Operations that arrive while their
 * wallet is busy share the next transaction, so a hot wallet is not limited to one commit per operation, and a wallet that
 * is locked by another process takes one connection of the pool. `work` gets operations on one wallet and answers in
 * their order. A batch that PostgreSQL rolled back is repeated one by one, so that no operation fails for another, unless the server
 * can't serve any of them.
 * The returned function throws too_many_in_flight, with nothing done, and whatever `work` throws.
 */
export function walletBatcher<Member extends { accountId: string }, Result>(
  work: (accountId: string, members: Member[]) => Promise<Result[]>,
  { waitMs, maxPerWallet }: Limits,
): (member: Member) => Promise<Result> {
  type Waiting = Operation & PromiseWithResolvers<Result> & { member: Member };
  const verb = {};

  const attempt = async (batch: Waiting[]) => {
    const [first] = batch;
    if (!first) return;
    try {
      const results = await work(
        first.member.accountId,
        batch.map(({ member }) => member),
      );
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (isLockTimeout(error)) for (const { reject } of batch) reject(tooBusy(error));
      else if (batch.length > 1 && hasDoneNothing(error) && !isUnavailable(error))
        for (const one of batch) await attempt([one]);
      else for (const { reject } of batch) reject(error);
    }
  };

  return (member) => {
    const queue = queues.get(member.accountId);
    if (queue && queue.length >= maxPerWallet) return Promise.reject(tooBusy());
    const waiting: Waiting = {
      ...Promise.withResolvers<Result>(),
      member,
      verb,
      run: (batch) => attempt(batch as Waiting[]),
      timer: null,
    };
    waiting.timer = setTimeout(() => {
      leave(member.accountId, waiting);
      waiting.reject(tooBusy());
    }, waitMs).unref();
    if (queue) queue.push(waiting);
    else drain(member.accountId, [waiting]);
    return waiting.promise;
  };
}

/** The statement of one operation, and the one of a batch, whose parameters are arrays of what the first one takes. */
type Statements<Name extends string> = { one: string; batch: string; names: Name[] };

/**
 * The statements of an operation that calls a function of the database. `types` are the parameters that each operation has of its
 * own, `columns` what is read of the function's result `r`, and `call` writes the call with the places of the parameters.
 */
export function operation<Name extends string>(
  types: Record<Name, string>,
  columns: string,
  call: (own: Record<Name, string>) => string,
): Statements<Name> {
  const names = Object.keys(types) as Name[];
  const placed = (prefix: string) =>
    call(Object.fromEntries(names.map((name) => [name, `${prefix}${name}`])) as Record<Name, string>);
  // Arrays stand in subselects, or PostgreSQL never picks the generic plan.
  const arrays = names.map((name) => `(SELECT $${name}::${types[name]}[])`);
  return {
    names,
    one: `SELECT ${columns} FROM ${placed("$")} AS r`,
    batch: `SELECT ${columns} FROM unnest(${arrays.join(", ")}) WITH ORDINALITY AS m (${names.join(", ")}, place),
      LATERAL ${placed("m.")} AS r ORDER BY m.place`,
  };
}

/**
 * Runs operations on one wallet in one statement, and returns its rows. `members` are the parameters of each operation,
 * `shared` those of all. One operation runs as a plain call: the batch's arrays, subselects and sort cost a sixth more.
 */
export function runOperations<Row extends QueryResultRow, Name extends string>(
  name: string,
  { one, batch, names }: Statements<Name>,
  members: Record<Name, unknown>[],
  shared: Record<string, unknown>,
): Promise<Row[]> {
  const [first, ...others] = members;
  if (others.length === 0) return query<Row>(name, one, { ...first, ...shared });
  const columns = names.map((column) => [column, members.map((member) => member[column])]);
  return query<Row>(`${name}.batch`, batch, { ...Object.fromEntries(columns), ...shared });
}

function leave(wallet: string, operation: Operation): void {
  const queue = queues.get(wallet);
  const index = queue?.indexOf(operation) ?? -1;
  if (index >= 0) queue?.splice(index, 1);
}

/** Works on a wallet until nothing waits for it. */
async function drain(wallet: string, queue: Operation[]): Promise<void> {
  queues.set(wallet, queue);
  // Requests that were read in the same turn of the event loop share the first transaction.
  await new Promise((resolve) => setImmediate(resolve));
  for (let batch = nextBatch(queue); batch.length > 0; batch = nextBatch(queue)) await batch[0]?.run(batch);
  queues.delete(wallet);
}

/** Removes the first operation, and those behind it that do the same, from the queue. */
function nextBatch(queue: Operation[]): Operation[] {
  const verb = queue[0]?.verb;
  const batch = queue.filter((operation) => operation.verb === verb).slice(0, MAX_BATCH);
  for (const operation of batch) clearTimeout(operation.timer ?? undefined);
  const taken = new Set(batch);
  queue.splice(0, queue.length, ...queue.filter((operation) => !taken.has(operation)));
  return batch;
}

function tooBusy(cause?: unknown): AppError {
  return new AppError(
    "too_many_in_flight",
    "Too many operations are waiting for this wallet. Nothing was charged; try again in a moment.",
    { retryAfterSeconds: RETRY_SECONDS, cause },
  );
}
