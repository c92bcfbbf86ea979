import { inline, markdownAnswer, skillLines } from "@/app/_lib/markdown";
import { contactHref } from "@/app/(market)/publishers/[handle]/_components/contact";
import { env } from "@/lib/platform/core/env";
import { AppError } from "@/lib/platform/core/errors";
import { MAX_PAGE_SIZE } from "@/lib/platform/core/page";
import { HandleParams } from "@/lib/supply/catalog/publisher-schemas";
import * as publishers from "@/lib/supply/catalog/publishers";
import { BrowseQuery } from "@/lib/supply/catalog/schemas";
import * as catalog from "@/lib/supply/catalog/service";

/** The page of a publisher for agents. Reached as `/publishers/{handle}.md`; a former handle shows its publisher as well. */
export async function GET(_: Request, { params }: { params: Promise<{ handle: string }> }): Promise<Response> {
  const asked = HandleParams.parse(await params);
  const publisher = await publishers.get(asked.handle).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });
  if (!publisher) return new Response("There is no such publisher.\n", { status: 404 });
  const { handle, name, bio, links, contact, verified, member_since, skill_count, call_count, rating } = publisher;
  const query = BrowseQuery.parse({ publisher: handle, limit: String(MAX_PAGE_SIZE) });
  const page = await catalog.browse(query, null);
  const facts = [
    `Handle: ${handle}`,
    `Identity verified: ${verified ? "yes" : "no"}`,
    `Skills: ${skill_count}`,
    `Calls: ${call_count}`,
    ...(rating.average === null ? [] : [`Rating: ${rating.average} of 5 (${rating.count})`]),
    `Member since: ${member_since.toISOString().slice(0, 7)}`,
    // The parser's spelling of an address has no character that ends a link.
    ...(contact === null ? [] : [`Contact: <${contactHref(contact)}>`]),
    ...links.map((link) => `Link: <${new URL(link).href}>`),
  ];
  const api = `${env().PUBLIC_URL}/v1/skills?publisher=${handle}&offset=${MAX_PAGE_SIZE}`;
  return markdownAnswer([
    `# ${inline(name)}`,
    ...(bio ? [inline(bio)] : []),
    facts.map((fact) => `- ${fact}`).join("\n"),
    "## Skills",
    skillLines(page.data),
    ...(page.has_more ? [`More: \`GET ${api}\`.`] : []),
  ]);
}
