import * as contents from "@/lib/demand/distribution/contents";
import { PackageContents } from "@/lib/demand/distribution/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { SlugParams } from "@/lib/platform/core/fields";

export const GET = endpoint(
  {
    operationId: "listPackageFiles",
    access: "catalog",
    tag: "Marketplace",
    summary: "What the package of a skill holds: its files, its SKILL.md and its license",
    params: SlugParams,
    result: PackageContents,
    errors: ["no_package"],
  },
  ({ caller, params }) => contents.list(caller, params.slug),
);
