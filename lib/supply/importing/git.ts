import { invalid } from "@/lib/platform/core/errors";
import { type Fetched, fetchDocument } from "@/lib/supply/importing/fetching";

export type GitSource = { url: string; ref: string };

/**
 * Gets the archive that a repository's host makes of a tag or commit: GitHub, GitLab, Codeberg, Gitea, Forgejo and
 * Bitbucket all do, so that we need not speak Git's protocol.
 */
export async function fetchRepository({ url, ref }: GitSource, accountId: string): Promise<Fetched> {
  for (const address of archiveAddresses(url, ref)) {
    const fetched = await fetchDocument(address, accountId);
    if (fetched) return fetched;
  }
  throw invalid([
    {
      param: "ref",
      message: `${ref} was not found at ${new URL(url).hostname}. Check the repository, which must be public, and the tag or commit.`,
    },
  ]);
}

/** Where hosts offer the archive, the likeliest first. */
export function archiveAddresses(url: string, ref: string): string[] {
  const { protocol, host, pathname, search, username } = new URL(url);
  const path = pathname.replace(/\/+$/, "").replace(/\.git$/, "");
  const parts = path.split("/").slice(1);
  if (parts.length < 2 || parts.includes("") || search !== "" || username !== "")
    throw invalid([{ param: "url", message: "must name a repository, such as https://github.com/owner/name" }]);
  const base = `${protocol}//${host}${path}`;
  const name = encodeURIComponent(parts.at(-1) ?? "");
  const at = ref.split("/").map(encodeURIComponent).join("/");
  const common = `${base}/archive/${at}.zip`;
  const gitlab = `${base}/-/archive/${at}/${name}-${at.replaceAll("/", "-")}.zip`;
  if (host === "bitbucket.org") return [`${base}/get/${at}.zip`];
  if (/(^|\.)gitlab\./.test(host)) return [gitlab];
  if (["github.com", "codeberg.org"].includes(host)) return [common];
  return [common, gitlab];
}
