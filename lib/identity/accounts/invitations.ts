/**
 * Invitations to register, by email. Invariants: one per email; inviting and withdrawing are in the audit log, in their transaction;
 * an invitation counts only while registration is by invitation, and never for an email of an account.
 */
import type { InvitationInput, InvitationQuery, InvitationView } from "@/lib/identity/accounts/invitation-schemas";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, transaction } from "@/lib/platform/core/db";
import { AppError, notFound } from "@/lib/platform/core/errors";
import type { Invitation } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import { toPage } from "@/lib/platform/core/page";
import * as site from "@/lib/platform/site/service";

const toView = ({ email, createdAt, acceptedAt }: Invitation): InvitationView => ({
  email,
  invited_at: createdAt,
  accepted_at: acceptedAt,
});

/** Invitations, newest first. */
export async function list({ limit, offset }: InvitationQuery) {
  const orderBy = [{ createdAt: "desc" }, { email: "asc" }] as const;
  const [rows, count] = await Promise.all([
    prisma().invitation.findMany({ orderBy: [...orderBy], take: limit, skip: offset }),
    prisma().invitation.count(),
  ]);
  return toPage(rows.map(toView), count, { limit, offset });
}

/** Invites somebody by mail; inviting again mails again. */
export async function invite(caller: Caller, { email }: InvitationInput): Promise<InvitationView> {
  return transaction(async (db) => {
    if (await prisma(db).account.findUnique({ where: { email }, select: { id: true } }))
      throw new AppError("email_taken", "An account with this email already exists.", { param: "email" });
    const data = { invitedBy: caller.accountId, createdAt: new Date() };
    const row = await prisma(db).invitation.upsert({
      where: { email },
      create: { email, ...data },
      update: data,
    });
    await prisma(db).linkRequest.create({ data: { id: newId(), purpose: "invitation", email } });
    await audit.write(db, caller.accountId, "invitation.send", { type: "invitation", id: row.id }, {});
    return toView(row);
  });
}

/** Withdraws an invitation. An account that was created with it stays. */
export async function withdraw(caller: Caller, email: string): Promise<{ status: "withdrawn" }> {
  await transaction(async (db) => {
    const [row] = await prisma(db).invitation.findMany({ where: { email } });
    const { count } = await prisma(db).invitation.deleteMany({ where: { email } });
    if (!row || count === 0) throw notFound();
    await audit.write(db, caller.accountId, "invitation.withdraw", { type: "invitation", id: row.id }, {});
  });
  return { status: "withdrawn" };
}

export async function requireMayRegister(email: string): Promise<void> {
  const { settings } = await site.current();
  if (settings.registration === "open") return;
  if (settings.registration === "closed")
    throw new AppError(
      "registration_closed",
      "New accounts can't be created at the moment. Ask the marketplace's operator.",
    );
  if (!(await prisma().invitation.findUnique({ where: { email } })))
    throw new AppError(
      "registration_closed",
      "New accounts are by invitation, and this email is not invited. Ask the marketplace's operator.",
    );
}

/** Notes that an account was created with an invitation's email, in the transaction `db` if there is one. */
export async function accept(email: string, db?: Queryable): Promise<void> {
  await prisma(db).invitation.updateMany({
    where: { email, acceptedAt: null },
    data: { acceptedAt: new Date() },
  });
}
