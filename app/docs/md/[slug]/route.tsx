import { markdownAnswer } from "@/app/_lib/markdown";
import { docText } from "@/app/docs/_lib/text";

/** A page of the docs for agents: the very text that the page shows. Reached as `/docs/{slug}.md`. */
export async function GET(_: Request, { params }: { params: Promise<{ slug: string }> }): Promise<Response> {
  const found = await docText((await params).slug);
  if (!found) return new Response("There is no such page.\n", { status: 404 });
  return markdownAnswer([`# ${found.page.title}`, found.text.trimEnd()]);
}
