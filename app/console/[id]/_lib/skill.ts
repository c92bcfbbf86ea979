import { notFound } from "next/navigation";
import { cache } from "react";
import { requireCaller } from "@/app/_lib/viewer";
import type { Caller } from "@/lib/platform/core/caller";
import { AppError } from "@/lib/platform/core/errors";
import { isUuid } from "@/lib/platform/core/ids";
import * as publishing from "@/lib/supply/publishing/service";
import { OwnedSkill } from "@/lib/supply/skills/schemas";

/** The skill of a console page, read once per request. A 404 for all but its owner. */
export const requireSkill = cache(async (id: string) => {
  const caller = await requireCaller(`/console/${id}`);
  const skill = isUuid(id) ? await orNull(publishing.get(caller, id)) : null;
  if (!skill) notFound();
  return { caller, skill: OwnedSkill.parse(skill) };
});

/** What was approved last of a skill, or null. */
export async function approvedOf(caller: Caller, id: string) {
  const approved = await orNull(publishing.getApproved(caller, id));
  return approved && { ...approved, reviewed_at: null };
}

/** The answer of a service, or null when there is no such thing. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return null;
    throw error;
  });
}
