import { DOC_PAGES, docHref } from "@/app/_lib/docs-pages";
import { anchorOf } from "@/app/docs/_lib/anchor";
import { operationIndex } from "@/app/docs/_lib/operations";
import { docText } from "@/app/docs/_lib/text";

/** A part of the docs that can be found; `text` is lower-case. */
type Part = { href: string; title: string; page: string; text: string };

/** What a word in each place counts. */
const IN_TITLE = 4;
const IN_PAGE = 2;
const IN_TEXT = 1;

let parts: Promise<Part[]> | undefined;

/** The pages of the docs by their headings, and the endpoints; read once a process. */
async function readParts(): Promise<Part[]> {
  const texts = await Promise.all(DOC_PAGES.map(({ slug }) => docText(slug)));
  const guides = DOC_PAGES.flatMap(({ slug, title, summary }, at) => {
    const [head = "", ...sections] = (texts[at]?.text ?? "").split(/^## /m);
    const href = docHref(slug);
    return [
      { href, title, page: "Docs", text: `${summary}\n${head}`.toLowerCase() },
      ...sections.map((section) => {
        const [heading = "", ...rest] = section.split("\n");
        const plain = heading.replaceAll("`", "").trim();
        return {
          href: `${href}#${anchorOf(plain)}`,
          title: plain,
          page: title,
          text: rest.join("\n").toLowerCase(),
        };
      }),
    ];
  });
  const endpoints = (await operationIndex()).map(({ group, id, method, path, summary, description }) => ({
    href: `/docs/api/${group}#${id}`,
    title: summary,
    page: `${method} ${path}`,
    text: description.toLowerCase(),
  }));
  return [...guides, ...endpoints];
}

function scoreOf({ title, page, text }: Part, words: string[]): number {
  const places = [
    [title.toLowerCase(), IN_TITLE],
    [page.toLowerCase(), IN_PAGE],
    [text, IN_TEXT],
  ] as const;
  const scores = words.map((word) => places.find(([place]) => place.includes(word))?.[1] ?? 0);
  return scores.includes(0) ? 0 : scores.reduce<number>((sum, score) => sum + score, 0);
}

/** Parts of the docs that have every word of a text, the best first. */
export async function searchDocs(text: string, limit: number) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  parts ??= readParts();
  return (await parts)
    .map((part) => ({ part, score: scoreOf(part, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ part: { href, title, page } }) => ({ href, title, page }));
}
