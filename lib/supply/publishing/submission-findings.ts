/** What the automatic checks find in a submission: in its package, names, price and texts. */
import type { Queryable } from "@/lib/platform/core/db";
import type { Finding } from "@/lib/supply/packages/finding";
import * as packages from "@/lib/supply/packages/service";
import { namesOf } from "@/lib/supply/publishing/imitated-names";
import type { SkillRow } from "@/lib/supply/publishing/rows";
import { checkPrice, checkTexts } from "@/lib/supply/publishing/text-findings";

/** Every finding in a submission as it is now. */
export async function findingsOf(row: SkillRow, db?: Queryable): Promise<Finding[]> {
  const inPackage = row.package_id ? await packages.findingsOf(row.package_id, db) : [];
  const names = (await namesOf([row], db)).get(row.id) ?? [];
  return [...inPackage, ...names, ...checkPrice(row), ...(await checkTexts(row))];
}
