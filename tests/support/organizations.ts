import * as ledger from "@/lib/money/ledger/service";
import type { MemberRole } from "@/lib/platform/core/caller";
import { prisma, query, transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { priceToMicros } from "@/lib/platform/core/money";
import { type Person, person, unique } from "@/tests/support/people";
import { signedIn, type Visitor } from "@/tests/support/visitor";

/** A person with a verified email, and the browser in which they are signed in. */
export type Signed = { person: Person; visitor: Visitor };

/** Somebody new with a verified email, signed in. */
export async function verified(name?: string): Promise<Signed> {
  const someone = await person(name);
  await prisma().account.update({ where: { id: someone.id }, data: { emailVerified: true } });
  return { person: someone, visitor: await signedIn(someone) };
}

export type TestOrganization = { id: string; handle: string; owner: Signed };

/** A new organization and its owner. */
export async function organization(owner?: Signed, name = "Acme"): Promise<TestOrganization> {
  const signed = owner ?? (await verified("Olive Owner"));
  const handle = `acme-${signed.person.id.slice(-6)}-${unique()}`;
  const { status, body } = await signed.visitor.api("POST", "/v1/organizations", { body: { name, handle } });
  if (status !== 200) throw new Error(`the organization was refused: ${JSON.stringify(body)}`);
  return { id: body.id, handle, owner: signed };
}

/** Gives somebody a role in an organization, without an invitation. */
export async function join({ id: organizationId }: Pick<TestOrganization, "id">, personId: string, role: MemberRole) {
  await query(
    "test.join",
    `INSERT INTO membership (organization_id, person_id, role) VALUES ($1, $2, $3)
     ON CONFLICT (organization_id, person_id) DO UPDATE SET role = excluded.role`,
    [organizationId, personId, role],
  );
}

/** A new member of an organization. */
export async function member(of: Pick<TestOrganization, "id">, role: MemberRole): Promise<Signed> {
  const signed = await verified(`A ${role}`);
  await join(of, signed.person.id, role);
  return signed;
}

/** The header with which a browser acts for an organization. */
export const actingFor = ({ handle }: { handle: string }) => ({ "acting-for": handle });

/** A key of an organization, made by a signed-in member. */
export async function keyOf(
  of: TestOrganization,
  { visitor }: Signed,
  body: object = {},
): Promise<{ id: string; key: string }> {
  const made = await visitor.api("POST", "/v1/keys", { headers: actingFor(of), body });
  if (made.status !== 200) throw new Error(`the key was refused: ${JSON.stringify(made.body)}`);
  const { api_key, key } = made.body as unknown as { api_key: string; key: { id: string } };
  return { id: key.id, key: api_key };
}

/** Gives an organization credits. */
export async function fund({ id: accountId }: Pick<TestOrganization, "id">, credits: number): Promise<void> {
  const amount = priceToMicros(credits);
  await transaction((db) => ledger.grant(db, newId(), { accountId, amount, reason: "test credits" }));
}
