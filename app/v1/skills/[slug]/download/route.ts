import { SlugParams } from "@/lib/core/fields";
import { download } from "@/lib/execution/download";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(
  {
    access: "account",
    scope: "execute",
    tag: "Using skills",
    summary: "Download the package of a skill",
    description: "Supports ranges and ETags. Usage-priced packages are charged once in 24 hours.",
    params: SlugParams,
    stream: { type: "application/zip", description: "The package." },
    errors: [
      "not_found",
      "not_downloadable",
      "purchase_required",
      "insufficient_credits",
      "key_limit_reached",
      "too_many_in_flight",
    ],
  },
  ({ caller, params, request }) => download(caller, params.slug, request),
);
