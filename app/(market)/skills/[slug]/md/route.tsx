import { inline, markdownAnswer } from "@/app/_lib/markdown";
import { skillOrNull } from "@/app/_lib/skill";
import type { PageSkill } from "@/app/(market)/skills/[slug]/_components/facts";
import { asTool, offerOf } from "@/app/(market)/skills/[slug]/_components/offer";
import { SNIPPET_LANGUAGES, snippetsOf, snippetTitle } from "@/app/(market)/skills/[slug]/_components/snippets";
import { imageHref } from "@/components/skills/image";
import { day } from "@/lib/interfaces/client/format";
import { dollars } from "@/lib/platform/core/dollars";
import { env } from "@/lib/platform/core/env";
import { CONTENT, contentFacts } from "@/lib/supply/skills/content-fields";
import { planPrice, planText } from "@/lib/supply/skills/plan-text";
import { priceText } from "@/lib/supply/skills/price-text";
import { exampleFor } from "@/lib/supply/skills/schema-example";

/** The skill page for agents: the same facts as Markdown. */
export async function GET(_: Request, { params }: { params: Promise<{ slug: string }> }): Promise<Response> {
  const { slug } = await params;
  const skill = await skillOrNull(null, slug);
  if (!skill) return new Response("There is no such skill.\n", { status: 404 });
  return markdownAnswer([
    `# ${inline(skill.name)}`,
    skill.description,
    [
      `- Price: ${priceText(skill)}${nextPrice(skill)}`,
      ...(skill.plans.length > 1
        ? skill.plans.map((plan) => `- Plan ${inline(plan.name)}: ${planPrice(plan)}. ${planText(plan)}`)
        : []),
      `- Developer: ${inline(skill.developer.name)}`,
      `- Category: ${skill.category}`,
      ...contentFacts(skill).map(({ label, text }) => `- ${label}: ${inline(text)}`),
      ...(skill.icon ? [`- Icon: ${imageUrl(skill.icon)}`] : []),
      ...(skill.screenshots ?? []).map((id) => `- Screenshot: ${imageUrl(id)}`),
    ].join("\n"),
    ...(skill.credentials
      ? [
          `## ${CONTENT.credentials.label}`,
          `Live calls carry these, which you store once: \`PUT ${env().PUBLIC_URL}/v1/skills/${slug}/credentials/{name}\`. The seller receives each value.`,
          skill.credentials
            .map(({ name, description, url }) => `- \`${name}\`: ${inline(description)} (${url})`)
            .join("\n"),
        ]
      : []),
    ...(skill.sample_queries ? ["## Sample queries", skill.sample_queries.map(bullet).join("\n")] : []),
    ...(skill.readme ? [skill.readme] : []),
    ...apiLines(skill),
  ]);
}

const bullet = (text: string) => `- ${inline(text)}`;
const imageUrl = (id: string) => new URL(imageHref(id), env().PUBLIC_URL);

/** The announced change of the price, after its present one. */
function nextPrice({ price_change: next, ...skill }: PageSkill): string {
  return next ? `; from ${day(next.effective_at)}: ${priceText({ ...skill, ...next })}` : "";
}

/** What the page's tab of the API says: the schema, and code in every language with an example's parameters. */
function apiLines(skill: PageSkill): string[] {
  const { used, tool } = asTool(skill, undefined);
  const offer = offerOf(used, tool);
  const address = `${offer.base}/v1/skills/${skill.slug}`;
  return [
    "## API",
    "Every call carries `Authorization: Bearer <key>`.",
    ...(offer.canRun && skill.tools.length === 0
      ? [`Run it: \`POST ${address}/execute\` with the parameters as JSON.`]
      : []),
    ...(offer.canDownload ? [`Download it: \`GET ${address}/download\`.`] : []),
    ...skill.tools.flatMap((tool) => [
      `### Tool: ${inline(tool.title ?? tool.name)}`,
      `\`POST ${address}/tools/${tool.name}/execute\`${tool.price === null ? "" : `, ${dollars(tool.price)} per call`}. ${inline(tool.description)}`,
      fenced("json", JSON.stringify(tool.input_schema, null, 2)),
    ]),
    ...(skill.api_schema ? ["### Parameters", fenced("json", JSON.stringify(skill.api_schema, null, 2))] : []),
    ...(skill.response_schema
      ? [
          "### Result",
          `${CONTENT.response_mode.label}: ${CONTENT.response_mode.choices[skill.response_mode]}.`,
          fenced("json", JSON.stringify(skill.response_schema, null, 2)),
        ]
      : []),
    ...(skill.examples ?? []).flatMap(({ name, input, output }, at) => [
      `### Example: ${inline(name ?? String(at + 1))}`,
      fenced("json", JSON.stringify({ input, output }, null, 2)),
    ]),
    ...SNIPPET_LANGUAGES.flatMap((language) => {
      const snippets = snippetsOf(language, offer, exampleFor(used.api_schema ?? {}));
      if (snippets.length === 0) return [];
      return [
        `### ${snippetTitle(language)}`,
        ...snippets.flatMap(({ label, language: name, code }) => [`${label}:`, fenced(name, code)]),
      ];
    }),
  ];
}

/** A block of code that nothing inside it can end. */
function fenced(language: string, code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}
