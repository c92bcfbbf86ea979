/** One question waiting for the batch that it will be part of. */
type Waiting<Key, Value> = {
  key: Key;
  answered: Promise<Value>;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
};

/**
 * Makes one round trip of the questions that many requests ask at the same time. `load` answers keys in their order;
 * equal keys (by `identify`) are asked once. A question is only ever put after it has come in, never joined to one that
 * is under way, so that whoever has just written reads what was written.
 *
 * A statement that is given as many values as were asked wraps them, `unnest((SELECT $1::uuid[]))`: PostgreSQL plans by the
 * length of a bare array, finds the plan for all lengths dearer than one for this length, and plans anew every time.
 */
export function gathered<Key, Value>(
  load: (keys: Key[]) => Promise<Value[]>,
  { identify, most, inFlight }: { identify: (key: Key) => string; most: number; inFlight: number },
): (key: Key) => Promise<Value> {
  const waiting = new Map<string, Waiting<Key, Value>>();
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
    const batch = [...waiting].slice(0, most);
    for (const [id] of batch) waiting.delete(id);
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

/** Does work once for all that ask for it in the same turn of the event loop. */
export function shared<Key, Value>(
  work: (key: Key) => Promise<Value>,
  identify: (key: Key) => string,
): (key: Key) => Promise<Value> {
  const due = new Map<string, Promise<Value>>();
  return (key) => {
    const id = identify(key);
    const known = due.get(id);
    if (known) return known;
    const begun = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      due.delete(id);
      return work(key);
    });
    due.set(id, begun);
    return begun;
  };
}

/** Rows by the ordinal, counted from 1, that a batched statement gave them; undefined where there is no row. */
export function byOrdinal<Row extends { place: number }>(count: number, rows: Row[]): (Row | undefined)[] {
  const found: (Row | undefined)[] = Array.from({ length: count });
  for (const row of rows) found[row.place - 1] = row;
  return found;
}
