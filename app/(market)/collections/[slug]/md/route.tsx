import { inline, markdownAnswer, skillLines } from "@/app/_lib/markdown";
import { AppError } from "@/lib/platform/core/errors";
import { CollectionParams } from "@/lib/supply/catalog/collection-schemas";
import * as collections from "@/lib/supply/catalog/collections";

/** The page of a collection for agents. Reached as `/collections/{slug}.md`. */
export async function GET(_: Request, { params }: { params: Promise<{ slug: string }> }): Promise<Response> {
  const { slug } = CollectionParams.parse(await params);
  const collection = await collections.get(slug).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });
  if (!collection) return new Response("There is no such collection.\n", { status: 404 });
  const { title, description, skills } = collection;
  return markdownAnswer([
    `# ${inline(title)}`,
    ...(description ? [inline(description)] : []),
    skills.length > 0 ? skillLines(skills) : "No skills in this collection are available right now.",
  ]);
}
