import type { MetadataRoute } from "next";
import { env } from "@/lib/platform/core/env";

export const dynamic = "force-dynamic";

export default function robots(): MetadataRoute.Robots {
  return {
    // Before `/v1/`: simple readers take the first rule that fits. Everything else may be read without a rule.
    rules: { userAgent: "*", allow: "/v1/openapi.json", disallow: ["/v1/", "/api/"] },
    sitemap: `${env().PUBLIC_URL}/sitemap.xml`,
  };
}
