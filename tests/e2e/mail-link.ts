import { globSync, readFileSync } from "node:fs";

const MAIL_TIMEOUT_MS = 30_000;

/** The folder comes with its first mail. */
const mailFiles = (folder: string) => globSync(`${folder}/mail/*.json`);

/** The link in the newest mail of an installation to an address whose subject is this. Throws when none comes. */
export async function linkIn(folder: string, subject: string, email: string): Promise<string> {
  const deadline = Date.now() + MAIL_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const mails = mailFiles(folder)
      .map((file) => JSON.parse(readFileSync(file, "utf8")))
      .filter((mail) => mail.to === email && mail.subject === subject)
      .sort((a, b) => b.sent_at.localeCompare(a.sent_at));
    const link = /https?:\/\/\S+token=[\w-]+/.exec(mails[0]?.text ?? "")?.[0];
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`no mail to ${email}: ${subject}`);
}
