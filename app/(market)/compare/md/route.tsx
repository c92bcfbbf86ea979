import { inline, markdownAnswer } from "@/app/_lib/markdown";
import { type Asked, compareHref, readAsked } from "@/app/(market)/compare/_components/asked";
import { type Comparison, NOTHING, type Row, readComparison } from "@/app/(market)/compare/_components/comparison";
import { env } from "@/lib/platform/core/env";
import { MAX_COMPARED } from "@/lib/supply/skills/compared";

/** The comparison for agents. Reached as `/compare.md?skills=a,b&calls=1000`. */
export async function GET(request: Request): Promise<Response> {
  const asked = readAsked(Object.fromEntries(new URL(request.url).searchParams));
  const comparison = await readComparison(null, asked);
  const { skills, missing, sections } = comparison;
  return markdownAnswer([
    "# Compare skills",
    ...notesOf(asked, comparison),
    ...(skills.length === 0 ? [usage()] : []),
    ...(missing.length > 0 ? [`No skill has this slug: ${missing.map(inline).join(", ")}.`] : []),
    ...(skills.length > 0 ? [skills.map(lineOf).join("\n")] : []),
    ...sections.flatMap(({ title, note, rows }) => [
      `## ${title}`,
      ...(note ? [`${note}.`] : []),
      tableOf(
        skills.map(({ slug }) => slug),
        rows,
      ),
    ]),
  ]);
}

const usage = () =>
  `Name up to ${MAX_COMPARED} skills and your number of calls a month: \`${env().PUBLIC_URL}${compareHref(["a", "b"], 5_000, "/compare.md")}\`.`;

function notesOf({ ignored }: Asked, { skills }: Comparison): string[] {
  return [
    ...(ignored > 0 ? [`Only the first ${MAX_COMPARED} are compared.`] : []),
    ...(skills.length > 0 ? ["Measured from real calls. The best value of a row is bold."] : []),
  ];
}

const lineOf = ({ slug, name, developer }: Comparison["skills"][number]) =>
  `- ${slug}: [${inline(name)}](${env().PUBLIC_URL}/skills/${slug}.md) by ${inline(developer.name)}`;

function tableOf(slugs: string[], rows: Row[]): string {
  const cellOf = (text: string, isBest: boolean) => (isBest && text !== NOTHING ? `**${inline(text)}**` : inline(text));
  return [
    ["", ...slugs],
    ["---", ...slugs.map(() => "---")],
    ...rows.map(({ title, cells, best }) => [
      inline(title),
      ...cells.map((cell, at) => cellOf(cell, best.includes(at))),
    ]),
  ]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}
