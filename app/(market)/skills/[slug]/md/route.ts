import { env } from "@/lib/core/env";
import { AppError } from "@/lib/core/errors";
import * as purchases from "@/lib/purchases/service";

/** The skill page for agents: the same facts as Markdown. */
export async function GET(_: Request, { params }: { params: Promise<{ slug: string }> }): Promise<Response> {
  const { slug } = await params;
  const skill = await purchases.detail(null, slug).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (!skill) return new Response("There is no such skill.\n", { status: 404 });
  const base = `${env().PUBLIC_URL}/v1/skills/${slug}`;
  const price =
    skill.pricing_type === "usage"
      ? `${skill.price_per_call} credits per call, ${skill.free_calls} free`
      : `${skill.price} credits per ${skill.subscription_interval}`;
  const lines = [
    `# ${skill.name}`,
    skill.description,
    `- Price: ${price}\n- Publisher: ${skill.developer.name}\n- Category: ${skill.category}`,
    ...(skill.execution_type === "download"
      ? []
      : [
          `Execute: \`POST ${base}/execute\` with \`Authorization: Bearer <key>\` and the parameters as JSON.`,
        ]),
    ...(skill.package ? [`Download: \`GET ${base}/download\``] : []),
    ...(skill.api_schema
      ? [`## Parameters\n\n\`\`\`json\n${JSON.stringify(skill.api_schema, null, 2)}\n\`\`\``]
      : []),
    ...(skill.readme ? [skill.readme] : []),
  ];
  return new Response(`${lines.join("\n\n")}\n`, {
    headers: { "content-type": "text/markdown; charset=utf-8" },
  });
}
