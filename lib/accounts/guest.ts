import type { Caller } from "@/lib/core/caller";
import { query } from "@/lib/core/db";

/** Its address can't receive mail, and it has no password: no one can sign in as it. */
const GUEST = { email: "guest@guest.invalid", name: "Guest" };

/** The account that requests run as which are paid without an account; made on its first use. */
export async function guest(): Promise<Caller> {
  const [row] = await query<{ id: string }>(
    "accounts.guest",
    `WITH made AS (
       INSERT INTO account (id, email, name, updated_at) VALUES (guest_account(), $1, $2, now()) ON CONFLICT DO NOTHING)
     SELECT guest_account() AS id`,
    [GUEST.email, GUEST.name],
  );
  return { ...GUEST, accountId: row?.id ?? "", isAdmin: false, key: null };
}
