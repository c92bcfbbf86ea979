import { drawCard } from "@/app/(market)/skills/[slug]/og.png/card";
import { skillOrNull } from "@/app/(market)/skills/[slug]/skill";
import { priceText } from "@/components/skills/price";

/** Most pictures that are kept; each is about 45 KB. */
const MAX_KEPT = 200;
const CACHE = "public, max-age=3600";

const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** The picture that stands beside a link to a skill. It is drawn once for each revision and price. */
export async function GET(_: Request, { params }: { params: Promise<{ slug: string }> }): Promise<Response> {
  const { slug } = await params;
  const skill = await skillOrNull(null, slug);
  if (!skill) return new Response("There is no such skill.\n", { status: 404 });
  const price = priceText(skill);
  const key = JSON.stringify([slug, skill.version, price, skill.developer.name]);
  let picture = kept.get(key);
  if (!picture) {
    picture = drawCard({
      slug,
      name: skill.name,
      description: skill.description,
      price,
      by: skill.developer.name,
    });
    picture.catch(() => kept.delete(key));
    kept.set(key, picture);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  }
  return new Response(await picture, { headers: { "content-type": "image/png", "cache-control": CACHE } });
}
