/** What is forgotten of sign-ins: sessions, which name an address and a browser, and codes, some time after their end. */
import { prune } from "@/lib/jobs/pruning";

/** How long ended sessions and codes are kept. */
const SESSION_DAYS = 7;
const CODE_DAYS = 1;

/** Forgets sessions and codes that have long ended. Returns how many. */
export async function expireSignIns(): Promise<number> {
  const ended = (days: number) => ({
    where: "expires_at < now() - make_interval(days => $1)",
    values: [days],
  });
  const sessions = await prune("sessions.expire", "session", ended(SESSION_DAYS));
  return sessions + (await prune("codes.expire", "verification", ended(CODE_DAYS)));
}
