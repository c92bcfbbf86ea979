import type { MetadataRoute } from "next";
import { DOC_PAGES, docHref } from "@/app/_lib/docs-pages";
import { env } from "@/lib/platform/core/env";
import * as collections from "@/lib/supply/catalog/collections";
import * as catalog from "@/lib/supply/catalog/service";

export const dynamic = "force-dynamic";

const MAX_PAGES = 1_000;
const PAGE_SIZE = 100;

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const { PUBLIC_URL } = env();
  const pages: MetadataRoute.Sitemap = [
    "/",
    "/skills",
    "/requests",
    "/advisories",
    "/sell",
    ...DOC_PAGES.map(({ slug }) => docHref(slug)),
    "/docs/api",
    "/terms",
    "/privacy",
  ].map((path) => ({ url: PUBLIC_URL + path }));
  const all = await collections.list();
  pages.push(...all.data.map(({ slug }) => ({ url: `${PUBLIC_URL}/collections/${slug}` })));
  const publishers = new Set<string>();
  for (let offset = 0; offset < MAX_PAGES; offset += PAGE_SIZE) {
    const { data, has_more } = await catalog.browse({ sort: "newest", limit: PAGE_SIZE, offset }, null);
    pages.push(
      ...data.map(({ slug, updated_at }) => ({
        url: `${PUBLIC_URL}/skills/${slug}`,
        lastModified: updated_at,
      })),
    );
    for (const { developer } of data) publishers.add(developer.handle);
    if (!has_more) break;
  }
  pages.push(...[...publishers].map((handle) => ({ url: `${PUBLIC_URL}/publishers/${handle}` })));
  return pages;
}
