/** What a value was read from: how often the catalogue had changed by then, or null for one that is not to be kept. */
type State = { changes: string | null; until?: number };
type Kept<Value> = { value: Value; changes: string; until: number; weight: number };

/**
 * What was read of the catalogue, to be shown again while it stands as it was. Whoever asks brings how often it had
 * changed after they had come, which the check of their key tells: nothing that was published before is missed.
 * `most` is the weight, in whatever `weigh` counts, above which those that were not asked for the longest are dropped.
 */
export function createKept<Value>({ most, weigh }: { most: number; weigh: (value: Value) => number }) {
  const entries = new Map<string, Kept<Value>>();
  let weight = 0;
  const drop = (id: string) => {
    weight -= entries.get(id)?.weight ?? 0;
    entries.delete(id);
  };
  /** Moves it to the end of the line, at whose head values are dropped. */
  const use = (id: string, kept: Kept<Value>) => {
    entries.delete(id);
    entries.set(id, kept);
    return kept;
  };
  return {
    /** The value of an id if it was read at this generation of the catalog, or undefined. */
    find(id: string, generation: string | null | undefined): Value | undefined {
      const kept = entries.get(id);
      if (!kept || kept.changes !== generation || kept.until <= Date.now()) return undefined;
      return use(id, kept).value;
    },

    /** The value of an id with how often the catalogue had changed, for whoever finds out whether that is so still. */
    peek(id: string): { value: Value; changes: string } | undefined {
      const kept = entries.get(id);
      return kept && kept.until > Date.now() ? use(id, kept) : undefined;
    },

    /** Keeps a value in place of the one that was kept before. */
    keep(id: string, value: Value, { changes, until = Number.POSITIVE_INFINITY }: State): void {
      drop(id);
      if (changes === null) return;
      const kept = { value, changes, until, weight: weigh(value) };
      entries.set(id, kept);
      weight += kept.weight;
      for (const old of entries.keys()) {
        if (weight <= most) return;
        drop(old);
      }
    },
  };
}
