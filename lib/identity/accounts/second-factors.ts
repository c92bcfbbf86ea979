/**
 * Operator commands for second factors: remove a lost one, re-encrypt all after a key change. Invariant: secrets are
 * stored only encrypted.
 */
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { getByEmail } from "@/lib/identity/accounts/service";
import { twoFactorKeys } from "@/lib/identity/accounts/two-factor-keys";
import { prisma, type Queryable } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { notify } from "@/lib/platform/notifications/service";

/** Removes the second factor of an account in the transaction `db` and notifies its owner. */
export async function reset(db: Queryable, email: string): Promise<{ id: string; email: string }> {
  const account = await getByEmail(email);
  if (!account) throw new AppError("not_found", `There is no account with the email ${email}.`);
  const { count } = await prisma(db).twoFactor.deleteMany({ where: { accountId: account.id } });
  if (count === 0 && !account.twoFactorEnabled)
    throw new AppError("invalid_request", `${account.email} has no two-factor authentication.`);
  await prisma(db).account.update({ where: { id: account.id }, data: { twoFactorEnabled: false } });
  await notify(db, account.id, newId(), { kind: "security_two_factor", data: { isOn: false } });
  return { id: account.id, email: account.email };
}

/**
 * Encrypts every second factor with the current key, so that older versions can be removed from TWO_FACTOR_KEYS. Returns how
 * many were changed and the ids of accounts whose second factor no key can read.
 */
export async function reencrypt(): Promise<{ changed: number; unreadable: string[] }> {
  const key = twoFactorKeys();
  const current = `$ba$${key.currentVersion}$`;
  const rows = await prisma().twoFactor.findMany({
    where: {
      OR: [{ secret: { not: { startsWith: current } } }, { backupCodes: { not: { startsWith: current } } }],
    },
  });
  const unreadable: string[] = [];
  let changed = 0;
  for (const { id, accountId, secret, backupCodes } of rows) {
    try {
      const [newSecret, newCodes] = await Promise.all(
        [secret, backupCodes].map(async (data) =>
          symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) }),
        ),
      );
      // Must not restore a recovery code that was used meanwhile.
      const { count } = await prisma().twoFactor.updateMany({
        where: { id, secret, backupCodes },
        data: { secret: newSecret ?? secret, backupCodes: newCodes ?? backupCodes },
      });
      changed += count;
    } catch {
      unreadable.push(accountId);
    }
  }
  return { changed, unreadable };
}
