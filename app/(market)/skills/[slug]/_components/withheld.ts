import type { Withheld } from "@/app/(market)/skills/[slug]/_components/ask-for";
import type { PageSkill } from "@/app/(market)/skills/[slug]/_components/facts";
import * as allowedSkills from "@/lib/demand/allowed-skills/service";
import { may } from "@/lib/identity/keys/permissions";
import type { Caller } from "@/lib/platform/core/caller";

/** What a viewer can do about a skill that their organization has not allowed; null for every other skill. */
export async function withheldFrom(caller: Caller | null, skill: PageSkill): Promise<Withheld | null> {
  if (!caller?.organization || skill.access.reason !== "not_allowed") return null;
  const found = await allowedSkills.find(caller, skill.slug);
  return {
    handle: caller.organization.handle,
    organization: caller.name,
    version: skill.version,
    may: may(caller, "pay") ? "decide" : may(caller, "use") ? "ask" : "see",
    isAsked: found?.state === "asked",
    note: found?.note ?? "",
    isNewVersion: found !== null && found.version !== null,
    reason: found && found.state !== "asked" ? found.reason : "",
  };
}
