/** What visitors without an account have begun, and how often they may. */

export type Visits = {
  /** Pages of skills that they have open, by visitor and skill. */
  pages: Map<string, { dayAt: number; takenAt: number; isUsed: boolean }>;
  /** What their calls count in. */
  counts: Map<string, { startAt: number; count: number }>;
  limits: { perDay: number; perSkill: number; perNetwork: number };
};

/** No visitor was there yet. */
export const openVisits = (): Visits => ({
  pages: new Map(),
  counts: new Map(),
  limits: { perDay: 1_000, perSkill: 50, perNetwork: 30 },
});
