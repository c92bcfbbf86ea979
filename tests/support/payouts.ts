import { advanceDue } from "@/lib/money/payouts/transfers";
import { query, transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { type Answer, call } from "@/tests/support/api";
import { personWith, subscription } from "@/tests/support/money";
import { sendEvent, type startProcessor } from "@/tests/support/payments";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { signedIn } from "@/tests/support/visitor";

type Processor = Awaited<ReturnType<typeof startProcessor>>;
/** An event as the sandbox keeps it. */
export type StoredEvent = { id: string; type: string; data: { object: Record<string, unknown> } };

/** Sells a new subscription of the developer once. Returns its purchase. */
export async function sell(developer: Person, price: number): Promise<{ id: string; skillId: string }> {
  const { id: skillId, slug } = await liveSkill(developer, subscription({ price }));
  const buyer = await personWith(Math.ceil(price));
  const { body } = await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key });
  return { id: (body.purchase as { id: string }).id, skillId };
}

/** Moves everything that a developer has earned back in time, as if it had happened that many days ago. */
export async function age(developer: Person, days: number): Promise<void> {
  await transaction(async (db) => {
    await query("test.age.open", "SET LOCAL session_replication_role = replica", [], db);
    await query(
      "test.age.transactions",
      `UPDATE ledger_transaction SET created_at = created_at - make_interval(hours => 24 * $2) WHERE id IN (
         SELECT transaction_id FROM ledger_entry WHERE account = 'earnings' AND owner_id = $1)`,
      [developer.id, days],
      db,
    );
    await query(
      "test.age.entries",
      `UPDATE ledger_entry SET created_at = created_at - make_interval(hours => 24 * $2) WHERE transaction_id IN (
         SELECT transaction_id FROM ledger_entry WHERE account = 'earnings' AND owner_id = $1)`,
      [developer.id, days],
      db,
    );
    await query(
      "test.age.payouts",
      "UPDATE payout SET created_at = created_at - make_interval(hours => 24 * $2) WHERE developer_id = $1",
      [developer.id, days],
      db,
    );
    // Entries never move outside of tests: their sums by day begin anew.
    await query("test.age.days", "DELETE FROM earnings_day", [], db);
    await query(
      "test.age.cursor",
      "UPDATE rollup_cursor SET event_seq = 0, next_event_seq = NULL, next_xid = NULL WHERE name = 'earnings'",
      [],
      db,
    );
  });
}

/** Connects an account for payouts and finishes the processor's form. Returns the account in the processor's books. */
export async function connect(developer: Person, { sandbox }: Processor) {
  await askToConnect(developer, {});
  const account = sandbox.books.accounts.find(({ email }) => email === developer.email);
  if (!account) throw new Error("the account was not made");
  sandbox.connect.actOnAccount(account, "finish");
  await call("POST", "/v1/developer/payouts/account/refresh", { key: developer.key });
  return account;
}

/** A developer whose earnings of so many sold credits are free, with a connected account. */
export async function earner(sold: number, processor: Processor): Promise<Person> {
  const developer = await person("Developer");
  await sell(developer, sold);
  await age(developer, 8);
  await connect(developer, processor);
  return developer;
}

/** Asks for a payout. */
export const payOut = (developer: Person, body: object = {}, headers?: Record<string, string>) =>
  call("POST", "/v1/developer/payouts", { key: developer.key, body, ...(headers && { headers }) });

/** What the developer's earnings look like now. */
export async function earningsOf(developer: Person): Promise<Record<string, number>> {
  const { body } = await call("GET", "/v1/developer/earnings", { key: developer.key });
  return body as unknown as Record<string, number>;
}

/** The developer's newest payout. */
export async function newestPayout(developer: Person): Promise<Record<string, unknown>> {
  const { body } = await call("GET", "/v1/developer/payouts", { key: developer.key });
  return body.data[0] ?? {};
}

/** The job's round, as if every pause were over. */
export async function advance(developer: Person): Promise<void> {
  await query("test.due", "UPDATE payout SET next_try_at = now() - interval '1 second' WHERE developer_id = $1", [
    developer.id,
  ]);
  await advanceDue();
}

/** Sends every event of a kind that the processor has about the developer's payouts, so many times at once. */
export async function tell(developer: Person, { sandbox }: Processor, type: string, times = 1) {
  const [{ id } = { id: "" }] = await query<{ id: string }>(
    "test.newest",
    "SELECT id FROM payout WHERE developer_id = $1 ORDER BY created_at DESC LIMIT 1",
    [developer.id],
  );
  const events = (sandbox.books.events as StoredEvent[]).filter(
    (event) =>
      event.type === type && (event.data.object.metadata as { payout_id?: string } | undefined)?.payout_id === id,
  );
  return Promise.all(events.flatMap((event) => Array.from({ length: times }, () => sendEvent(event))));
}

/** Opens a payout as the process does that dies before it calls anybody. */
export async function openOnly(developer: Person): Promise<void> {
  await query(
    "test.open",
    `SELECT payout_open($1, $2, $3, NULL, 10000000, interval '7 days', interval '-1 second', 'requested', NULL, false)`,
    [newId(), newId(), developer.id],
  );
}

/** Asks, in the browser, for the form of an account for payouts. */
export async function askToConnect(developer: Person, body: object): Promise<Answer> {
  return (await signedIn(developer)).api("POST", "/v1/developer/payouts/account", { body });
}
