type Waiting<Key, Value> = {
  key: Key;
  answered: Promise<Value>;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
};

/**
 * Loads the keys of concurrent requests in one round trip. `load` returns values in the order of its keys; equal keys (by
 * `identify`) are loaded once. A key never joins a batch that was already sent, so that a request reads what was written before it.
 *
 * Wrap the arrays of such a statement, `unnest((SELECT $1::uuid[]))`: PostgreSQL estimates a bare array by its length, so the
 * generic plan seems more expensive than one for this length, and it plans every time.
 */
export function batchLoader<Key, Value>(
  load: (keys: Key[]) => Promise<Value[]>,
  { identify, most, inFlight }: { identify: (key: Key) => string; most: number; inFlight: number },
): (key: Key) => Promise<Value> {
  let waiting = new Map<string, Waiting<Key, Value>>();
  let running = 0;
  let isDue = false;
  const schedule = () => {
    if (isDue || running >= inFlight || waiting.size === 0) return;
    isDue = true;
    // After everything that has arrived by now was read.
    setImmediate(send);
  };
  const send = () => {
    isDue = false;
    const all = [...waiting];
    const batch = all.slice(0, most);
    // Not emptied but replaced: a map that grows and shrinks lets what it had outlive young garbage collections.
    waiting = new Map(all.slice(most));
    running++;
    load(batch.map(([, { key }]) => key))
      .then(
        (values) => {
          for (const [index, [, { resolve }]] of batch.entries()) resolve(values[index] as Value);
        },
        (error: unknown) => {
          for (const [, { reject }] of batch) reject(error);
        },
      )
      .finally(() => {
        running--;
        schedule();
      });
    schedule();
  };
  return (key) => {
    const id = identify(key);
    const known = waiting.get(id);
    if (known) return known.answered;
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    waiting.set(id, { key, answered: promise, resolve, reject });
    schedule();
    return promise;
  };
}

/** Does work once for all callers in the same turn of the event loop. */
export function coalesce<Key, Value>(
  work: (key: Key) => Promise<Value>,
  identify: (key: Key) => string,
): (key: Key) => Promise<Value> {
  /** The work of this turn; replaced rather than emptied, as above. */
  let due = new Map<string, Promise<Value>>();
  return (key) => {
    const id = identify(key);
    const known = due.get(id);
    if (known) return known;
    // Before any of it begins, so that what is asked for from then on reads anew.
    if (due.size === 0)
      setImmediate(() => {
        due = new Map();
      });
    const begun = new Promise<void>((resolve) => setImmediate(resolve)).then(() => work(key));
    due.set(id, begun);
    return begun;
  };
}

/** Does work for each key once at a time. Those who ask meanwhile share the next, which reads what was written before they asked. */
export function oneAtATime<Key, Value>(
  work: (key: Key) => Promise<Value>,
  identify: (key: Key) => string,
): (key: Key) => Promise<Value> {
  const running = new Map<string, Promise<Value>>();
  const next = new Map<string, Promise<Value>>();
  return (key) => {
    const id = identify(key);
    const due = next.get(id);
    if (due) return due;
    const begin = () => {
      next.delete(id);
      const begun = work(key).finally(() => running.delete(id));
      running.set(id, begun);
      return begun;
    };
    const before = running.get(id);
    if (!before) return begin();
    const waiting = before.then(begin, begin);
    next.set(id, waiting);
    return waiting;
  };
}

/** Rows by the ordinal, counted from 1, that a batched statement gave them; undefined where there is no row. */
export function byOrdinal<Row extends { place: number }>(count: number, rows: Row[]): (Row | undefined)[] {
  const found: (Row | undefined)[] = Array.from({ length: count });
  for (const row of rows) found[row.place - 1] = row;
  return found;
}
