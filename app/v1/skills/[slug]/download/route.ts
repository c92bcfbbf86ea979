import { download } from "@/lib/demand/execution/download";
import { DownloadQuery } from "@/lib/demand/execution/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { SlugParams } from "@/lib/platform/core/fields";

export const GET = endpoint(
  {
    operationId: "downloadSkill",
    access: "account",
    scope: "execute",
    tag: "Using skills",
    summary: "Download the package of a skill",
    description:
      "Supports ranges and ETags. Usage-priced packages: a download within 24 hours of one that was let through, free or paid, is the same download and costs nothing.",
    params: SlugParams,
    query: DownloadQuery,
    stream: { type: "application/zip", description: "The package.", hasRanges: true },
    errors: [
      "not_downloadable",
      "version_unavailable",
      "version_yanked",
      "download_paused",
      "price_changed",
      "purchase_required",
      "plan_used_up",
      "insufficient_credits",
      "key_limit_reached",
      "budget_reached",
      "approval_required",
      "approval_refused",
      "skill_not_allowed",
      "too_many_in_flight",
      "upstream_timeout",
    ],
  },
  ({ caller, params, query, request }) => download(caller, params.slug, request, query),
);
