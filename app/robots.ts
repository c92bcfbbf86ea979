import type { MetadataRoute } from "next";
import { env } from "@/lib/core/env";

export const dynamic = "force-dynamic";

export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: "*", allow: "/", disallow: ["/v1/", "/api/"] },
    sitemap: `${env().PUBLIC_URL}/sitemap.xml`,
  };
}
