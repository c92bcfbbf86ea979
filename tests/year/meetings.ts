/** Meetings that chance would hardly bring about in a short year: scenes of a few operations, the least seen of which comes next. */
import type { Context, Op } from "@/tests/year/actors/kinds";
import { APPROVAL_SCENES } from "@/tests/year/scenes/approvals";
import { CREDENTIAL_SCENES } from "@/tests/year/scenes/credentials";
import { ORGANIZATION_SCENES } from "@/tests/year/scenes/organizations";
import { PLAN_SCENES } from "@/tests/year/scenes/plans";
import type { Scene } from "@/tests/year/scenes/scene";

/** How often a scene begins where none is played. */
const BEGINS = 0.03;
const SCENES: Record<string, Scene> = {
  ...APPROVAL_SCENES,
  ...ORGANIZATION_SCENES,
  ...PLAN_SCENES,
  ...CREDENTIAL_SCENES,
};

/** Plays scenes. `next` is the next operation of one, or null where chance decides; `played` says how often each came to its end. */
export function openMeetings(context: () => Context) {
  const played = new Map(Object.keys(SCENES).map((name) => [name, 0]));
  /** How often each was begun: the market may have no place for one yet. */
  const begun = new Map(played);
  let playing: { name: string; steps: Iterator<Op, boolean> } | null = null;
  const more = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  const next = (): Op | null => {
    const { random } = context();
    if (playing === null && random.chance(BEGINS)) {
      const least = Math.min(...begun.values());
      const name = random.pick([...begun].filter(([, count]) => count === least).map(([each]) => each));
      more(begun, name);
      playing = { name, steps: (SCENES[name] as Scene)(context) };
    }
    if (playing === null) return null;
    const step = playing.steps.next();
    if (!step.done) return step.value;
    if (step.value) more(played, playing.name);
    playing = null;
    return null;
  };
  return { next, played };
}
