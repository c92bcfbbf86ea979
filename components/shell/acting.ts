"use client";

import { switchAccount } from "@/lib/interfaces/client/acting";

/** Pages below these paths are about one thing of the account that is left. */
const OF_ONE_ACCOUNT = /^\/(?:admin|console|purchases|reports|settings|usage|wallet)(?=\/)/;

/** Shows another account in this tab: a new document, so that nothing of the former one stays in it. */
export function actFor(account: { id: string; isPerson: boolean }): void {
  switchAccount(account.isPerson ? null : account.id);
  const { pathname, search } = window.location;
  window.location.assign(OF_ONE_ACCOUNT.exec(pathname)?.[0] ?? pathname + search);
}

/** Shows the person's own account, after it can act for the organization no longer. */
export function leaveOrganization(): void {
  switchAccount(null);
  window.location.assign("/organizations");
}
