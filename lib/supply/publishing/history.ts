/** The review history of a skill, written inside the transaction of each event. */
import { prisma, type Queryable } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import type { NextTerms } from "@/lib/supply/skills/price-change";

/** One step of a revision, and who took it. */
type Step = {
  skillId: string;
  revisionId: string;
  actorId: string;
  action: string;
  reason?: string | null;
  /** The terms that a change of the price leaves and brings. */
  termsBefore?: NextTerms;
  termsAfter?: NextTerms;
  /** When an announced change applies; without it, it has applied. */
  appliesAt?: Date;
};

/** Writes a step into a skill's history. */
export async function write(db: Queryable, step: Step): Promise<void> {
  await prisma(db).reviewEvent.create({ data: { id: newId(), ...step } });
}
