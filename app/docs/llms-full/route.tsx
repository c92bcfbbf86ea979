import { DOC_PAGES } from "@/app/_lib/docs-pages";
import { docText } from "@/app/docs/_lib/text";

/** Every page of the docs in one text, for agents that read all of it. Reached as `/llms-full.txt`. */
export async function GET(): Promise<Response> {
  const found = await Promise.all(DOC_PAGES.map(({ slug }) => docText(slug)));
  const pages = found.filter((page) => page !== null);
  const texts = pages.map(({ page, text }) => `# ${page.title}\n\n${page.summary}\n\n${text.trimEnd()}`);
  return new Response(`${texts.join("\n\n---\n\n")}\n`, {
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
