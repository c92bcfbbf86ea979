import { SlugParams } from "@/lib/core/fields";
import * as contents from "@/lib/distribution/contents";
import { PackageContents } from "@/lib/distribution/schemas";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listPackageFiles",
    access: "catalog",
    tag: "Marketplace",
    summary: "What the package of a skill holds: its files, its SKILL.md and its license",
    params: SlugParams,
    result: PackageContents,
    errors: ["not_found", "no_package"],
  },
  ({ caller, params }) => contents.list(caller, params.slug),
);
