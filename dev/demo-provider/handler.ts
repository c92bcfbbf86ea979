import { cronExplanation } from "@/dev/demo-provider/cron";
import { csvToJson, jsonDiff, summaryStatistics } from "@/dev/demo-provider/data-tools";
import { colourContrast, unitConversion } from "@/dev/demo-provider/measure-tools";
import { qrSvg } from "@/dev/demo-provider/qr";
import { readability, slugify, textStatistics } from "@/dev/demo-provider/text-tools";
import { type Tool, ToolError } from "@/dev/demo-provider/tool";

/** The tools of the demo provider, by the path that they are served at. */
export const TOOLS: Record<string, Tool> = {
  "text-statistics": textStatistics,
  readability,
  slugify,
  "csv-to-json": csvToJson,
  "json-diff": jsonDiff,
  "summary-statistics": summaryStatistics,
  "unit-conversion": unitConversion,
  "colour-contrast": colourContrast,
  "cron-explanation": cronExplanation,
  "qr-svg": qrSvg,
};

/** Answers a call to the demo provider, a developer's endpoint like any other: `POST /<tool>` with JSON. */
export async function handleDemoRequest(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.slice(1);
  const tool = Object.hasOwn(TOOLS, path) ? TOOLS[path] : undefined;
  if (!tool || request.method !== "POST") return Response.json({ error: "there is no such tool" }, { status: 404 });
  try {
    return Response.json(tool.run(inputOf(await request.json())));
  } catch (error) {
    if (error instanceof ToolError || error instanceof SyntaxError)
      return Response.json({ error: error.message }, { status: 400 });
    throw error;
  }
}

function inputOf(body: unknown): Record<string, unknown> {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new ToolError("the body must be a JSON object");
  return { ...body };
}
