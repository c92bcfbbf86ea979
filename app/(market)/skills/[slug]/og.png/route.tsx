import { skillOrNull } from "@/app/_lib/skill";
import { getNotices } from "@/app/_lib/viewer";
import { drawCard } from "@/app/(market)/skills/[slug]/_components/og-card";
import { Cache } from "@/lib/platform/core/cache";
import { asPng } from "@/lib/supply/packages/images";
import { priceText } from "@/lib/supply/skills/price-text";

/** Bytes of cached pictures; each has about 45 KB. */
const MAX_BYTES = 8 * 1024 * 1024;
const CACHE = "public, max-age=3600";

const pictures = new Cache<Uint8Array<ArrayBuffer>>({
  name: "pictures",
  maxBytes: MAX_BYTES,
  bytesOf: (picture) => picture.length,
});

/** The picture beside a link to a skill. It is drawn once for each revision, price and name of the marketplace. */
export async function GET(_: Request, { params }: { params: Promise<{ slug: string }> }): Promise<Response> {
  const { slug } = await params;
  const skill = await skillOrNull(null, slug);
  if (!skill) return new Response("There is no such skill.\n", { status: 404 });
  const price = priceText(skill);
  const { name: marketplace } = await getNotices();
  const key = JSON.stringify([slug, skill.version, price, skill.developer.name, marketplace]);
  let picture = pictures.get(key);
  if (!picture) {
    picture = await drawCard({
      slug,
      name: skill.name,
      description: skill.description,
      price,
      marketplace,
      by: skill.developer.name,
      icon: skill.icon === null ? null : await asPng(skill.icon),
    });
    pictures.set(key, picture);
  }
  return new Response(picture, { headers: { "content-type": "image/png", "cache-control": CACHE } });
}
