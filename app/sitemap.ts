import type { MetadataRoute } from "next";
import { DOC_PAGES, docHref } from "@/app/_lib/docs-pages";
import * as catalog from "@/lib/catalog/service";
import { env } from "@/lib/core/env";

export const dynamic = "force-dynamic";

/** Pages listed in one sitemap. */
const MAX_PAGES = 1_000;
const PAGE_SIZE = 100;

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const { PUBLIC_URL } = env();
  const pages: MetadataRoute.Sitemap = ["/", ...DOC_PAGES.map(({ slug }) => docHref(slug)), "/docs/api"].map(
    (path) => ({ url: PUBLIC_URL + path }),
  );
  for (let offset = 0; offset < MAX_PAGES; offset += PAGE_SIZE) {
    const { data, has_more } = await catalog.browse({ sort: "newest", limit: PAGE_SIZE, offset }, null);
    pages.push(
      ...data.map(({ slug, updated_at }) => ({
        url: `${PUBLIC_URL}/skills/${slug}`,
        lastModified: updated_at,
      })),
    );
    if (!has_more) break;
  }
  return pages;
}
