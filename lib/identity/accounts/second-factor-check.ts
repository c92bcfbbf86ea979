import { createHmac, timingSafeEqual } from "node:crypto";
import { symmetricDecrypt } from "better-auth/crypto";
import { requireSession } from "@/lib/identity/accounts/sessions";
import { twoFactorKeys } from "@/lib/identity/accounts/two-factor-keys";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";
import { countAttempt, takeOnce } from "@/lib/platform/ratelimit/service";

const STEP_SECONDS = 30;
const DIGITS = 6;
/** A code is good in its own step and in those beside it. */
const STEPS = [0, -1, 1];

/**
 * Makes sure that a signed-in person has their authenticator at hand. Throws session_required, second_factor_required for one without
 * two-factor authentication, wrong_code, also for a used one, and rate_limited.
 */
export async function requireSecondFactor(caller: Caller, code: string | undefined): Promise<void> {
  const { twoFactorEnabled } = requireSession(caller);
  const { personId } = caller;
  const row = twoFactorEnabled ? await prisma().twoFactor.findFirst({ where: { accountId: personId } }) : null;
  if (!row || code === undefined)
    throw new AppError(
      "second_factor_required",
      row
        ? "Enter the code that your authenticator app shows."
        : "Turn on two-factor authentication in Settings first: this needs a code.",
      { param: "code" },
    );
  await countAttempt("secondStep", [personId]);
  const secret = await symmetricDecrypt({ key: twoFactorKeys(), data: row.secret });
  const isRight = STEPS.some((step) => isSame(codeOf(secret, step), code));
  const isNew = isRight && (await takeOnce("secondFactor", `${personId} ${code}`, STEP_SECONDS * STEPS.length));
  if (!isNew)
    throw new AppError("wrong_code", "Wrong or used code. Enter the next one that your app shows.", { param: "code" });
}

/** The code of a step from now (RFC 6238). */
function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / STEP_SECONDS) + step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

function isSame(code: string, given: string): boolean {
  const [a, b] = [Buffer.from(code), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
