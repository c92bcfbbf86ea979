/** Sessions in which a person may change what is theirs: not those that an organization's own sign-in began. */
import { auth } from "@/lib/identity/accounts/auth";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";

/** The session of a caller who signed in as themselves: the sign-in of an organization opens nothing of the person's. */
export function requireOwnSession(caller: Caller): NonNullable<Caller["session"]> {
  const { session } = caller;
  if (!session) throw new AppError("session_required", "Sign in to the marketplace to do this; an API key may not.");
  if (!session.isCompany) return session;
  const name = caller.organization?.handle ?? "the organization";
  throw new AppError(
    "not_for_organizations",
    `You signed in with ${name}, which opens ${name} alone. Sign in to your own account to do this.`,
    { details: { acting_for: name } },
  );
}

/** The session of a browser in which the account may be changed; null for none. Throws not_for_organizations. */
export async function ownSession({ headers }: { headers: Headers }) {
  const found = await auth().api.getSession({ headers, query: { disableRefresh: true } });
  const row = found && (await prisma().session.findUnique({ where: { id: found.session.id } }));
  if (!row?.companyOnly) return found;
  const acting = { acting_for: row.companyId ?? "" };
  throw new AppError(
    "not_for_organizations",
    "You signed in with your organization, which opens the organization alone. Sign in to your own account to do this.",
    { details: acting },
  );
}
