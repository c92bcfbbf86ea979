import * as links from "@/lib/identity/accounts/links";
import { type StoredMail, storedMails } from "@/lib/platform/notifications/mail";

/** Sends what waits, and returns the newest mail to an address, or undefined. */
export async function mailTo(email: string): Promise<StoredMail | undefined> {
  await links.sendDue();
  return storedMails().find(({ to }) => to === email);
}

/** The token of the link in a mail. */
export function tokenOf(mail: StoredMail | undefined): string {
  return /[?&]token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}
