import * as credentials from "@/lib/demand/credentials/service";
import * as links from "@/lib/identity/accounts/links";
import * as secondFactors from "@/lib/identity/accounts/second-factors";
import * as accounts from "@/lib/identity/accounts/service";
import * as companySignIn from "@/lib/identity/organizations/sign-in";
import * as ledger from "@/lib/money/ledger/service";
import { endSessions } from "@/lib/operator/directory/accounts";
import * as audit from "@/lib/platform/core/audit";
import { closeDatabase, transaction } from "@/lib/platform/core/db";
import { dollars } from "@/lib/platform/core/dollars";
import { AppError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { formatCredits, inDollars, parseCredits } from "@/lib/platform/core/money";
import * as endpointAuth from "@/lib/supply/publishing/endpoint-auth";

const USAGE = `Usage:
  npm run admin -- grant <email>                               make an account an administrator
  npm run admin -- revoke <email>                              make it a user again
  npm run admin -- list                                        list the administrators
  npm run admin -- credit <email> <credits> --reason <why>     give an account credits
  npm run admin -- reset-password <email>                      mail a link that sets a new password
  npm run admin -- sign-out <email>                            end every session of an account
  npm run admin -- reset-2fa <email>                           take a lost second factor from an account
  npm run admin -- rotate-2fa                                  encrypt second factors with the first of TWO_FACTOR_KEYS`;

/** `npm run admin -- …`: what only the operator of the machine may do. Returns the exit code. */
export async function run(args: string[]): Promise<number> {
  try {
    console.log(await perform(args));
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    await closeDatabase();
  }
}

async function perform([command, email = "", ...rest]: string[]): Promise<string> {
  switch (command) {
    case "grant":
    case "revoke":
      return changeRole(email, command === "grant" ? "admin" : "user");
    case "list":
      return (
        (await accounts.listAdmins()).map((account) => `${account.email}  ${account.name}`).join("\n") ||
        "There is no administrator yet."
      );
    case "credit":
      return credit(email, rest);
    case "reset-password":
      return resetPassword(email);
    case "sign-out":
      return signOut(email);
    case "reset-2fa":
      return resetSecondFactor(email);
    case "rotate-2fa":
      return rotateSecondFactors();
    default:
      throw new AppError("invalid_request", USAGE);
  }
}

async function changeRole(email: string, role: "admin" | "user"): Promise<string> {
  const account = await transaction(async (db) => {
    const changed = await accounts.setRole(email, role, db);
    const action = role === "admin" ? "account.grant_admin" : "account.revoke_admin";
    await audit.write(db, null, action, { type: "account", id: changed.id }, {});
    return changed;
  });
  return `${account.email} is now ${role === "admin" ? "an administrator" : "a user"}.`;
}

async function requireAccount(email: string) {
  const account = await accounts.getByEmail(email);
  if (!account) throw new AppError("not_found", `There is no account with the address ${email}.`);
  return account;
}

/** Queues a link that sets a new password, as the account's owner would; the worker mails it. */
async function resetPassword(email: string): Promise<string> {
  const account = await requireAccount(email);
  await transaction((db) => audit.write(db, null, "account.reset_password", { type: "account", id: account.id }, {}));
  await links.request("reset-password", account.email);
  return `${account.email} will get a mail with a link that sets a new password.`;
}

async function signOut(email: string): Promise<string> {
  const account = await requireAccount(email);
  const count = await transaction(async (db) => {
    const ended = await endSessions(db, account.id);
    await audit.write(db, null, "account.sign_out", { type: "account", id: account.id }, { sessions: ended });
    return ended;
  });
  return `${account.email} is signed out everywhere: ${count} ${count === 1 ? "session" : "sessions"} ended.`;
}

async function resetSecondFactor(email: string): Promise<string> {
  const account = await transaction(async (db) => {
    const reset = await secondFactors.reset(db, email);
    await audit.write(db, null, "account.reset_2fa", { type: "account", id: reset.id }, {});
    return reset;
  });
  return `${account.email} signs in with the password alone now. The owner is notified.`;
}

async function rotateSecondFactors(): Promise<string> {
  const { changed, unreadable } = await secondFactors.reencrypt();
  const lost = unreadable.length > 0 ? ` No key reads those of the accounts ${unreadable.join(", ")}.` : "";
  const { changed: resealed, unreadable: closed } = await endpointAuth.reseal();
  const shut =
    closed.length > 0 ? ` No key reads the credentials of the servers of the skills ${closed.join(", ")}.` : "";
  const stored = await credentials.reseal();
  const gone = stored.unreadable > 0 ? ` No key reads ${stored.unreadable} credentials of buyers.` : "";
  const clients = await companySignIn.reseal();
  const out = clients.unreadable > 0 ? ` No key reads ${clients.unreadable} client secrets of organizations.` : "";
  return `${changed} second factors, ${resealed} secrets of sellers' servers, ${stored.changed} credentials of buyers and ${clients.changed} client secrets of organizations are encrypted with the current key now.${lost}${shut}${gone}${out}`;
}

async function credit(email: string, [amount = "", flag, ...words]: string[]): Promise<string> {
  const credits = parseCredits(amount);
  const reason = words.join(" ");
  if (credits === null || credits <= 0n || flag !== "--reason" || !reason) throw new AppError("invalid_request", USAGE);
  const account = await requireAccount(email);
  const grantId = newId();
  await transaction(async (db) => {
    await ledger.grant(db, grantId, { accountId: account.id, amount: credits, reason });
    await audit.write(
      db,
      null,
      "account.credit",
      { type: "account", id: account.id },
      { credits: formatCredits(credits), reason, grant: grantId },
    );
  });
  return `${account.email} has been given ${inDollars(credits)}; available now: ${dollars((await ledger.balance({ accountId: account.id })).available)}.`;
}
