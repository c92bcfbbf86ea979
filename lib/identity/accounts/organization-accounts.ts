/** The accounts of organizations: rows of `account` that cannot sign in. */
import * as handles from "@/lib/identity/accounts/handles";
import { prisma, type Queryable } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import * as site from "@/lib/platform/site/service";

const PLACEHOLDER = "@organization.invalid";

/** Whether an email is an organization's, which has none: no document or page shows it. */
export const isPlaceholder = (email: string) => email.endsWith(PLACEHOLDER);

/** Makes an organization's account. Throws invalid_request for a handle that is taken. */
export async function create(db: Queryable, { name, handle }: { name: string; handle: string }): Promise<string> {
  const id = newId();
  const { terms_version: termsVersion } = await site.current(db);
  await prisma(db).account.create({
    data: { id, kind: "organization", email: `${id}${PLACEHOLDER}`, name, termsVersion },
  });
  await handles.changeHandle(db, id, handle);
  return id;
}

type Change = {
  name?: string | undefined;
  storesParameters?: boolean | undefined;
  twoPeople?: boolean | undefined;
  allowedOnly?: string | undefined;
};

/** Changes an organization's name or settings. */
export async function change(
  db: Queryable,
  id: string,
  { name, storesParameters, twoPeople, allowedOnly }: Change,
): Promise<void> {
  await prisma(db).account.update({
    where: { id },
    data: {
      ...(name !== undefined && { name }),
      ...(storesParameters !== undefined && { storesParameters }),
      ...(twoPeople !== undefined && { twoPeople }),
      ...(allowedOnly !== undefined && { allowedOnly }),
    },
  });
}
