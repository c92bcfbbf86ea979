/** Rooms of lists: each is a third to a half larger than the one before, so that little of a room stays empty. */
const ROOMS = Array.from({ length: 62 }, (_, step) => (step % 2 === 0 ? 1 : 1.5) * 2 ** (step >> 1))
  .filter(Number.isInteger)
  .filter((room) => room < 2 ** 31);

const roomFor = (length: number): number => {
  let [low, high] = [0, ROOMS.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ROOMS[middle] as number) < length) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** A typed array with room for more, holding what the old one has. */
export function grown<T extends Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array>(
  array: T,
  least: number,
): T {
  if (array.length >= least) return array;
  const larger = new (array.constructor as new (length: number) => T)(Math.max(least, Math.ceil(array.length * 1.25)));
  larger.set(array as never);
  return larger;
}

/**
 * Many lists of whole numbers in one typed array: an array for each would cost more than its numbers. A list that outgrows its room
 * moves to a larger one, and its old room is used by the next that needs one, so what was removed is never more than what is there.
 */
export class NumberLists {
  /** All numbers; list `id` has `lengthOf(id)` of them from `startOf(id)`. Replaced when it grows: do not keep it. */
  numbers = new Uint32Array(1024);
  #starts = new Uint32Array(64);
  #lengths = new Uint32Array(64);
  /** The room of each list, as a place in `ROOMS`, counted from 1; 0 for none. */
  #rooms = new Uint8Array(64);
  #used = 0;
  readonly #free: number[][] = ROOMS.map(() => []);

  lengthOf = (id: number): number => this.#lengths[id] ?? 0;
  startOf = (id: number): number => this.#starts[id] ?? 0;

  /** Bytes of all arrays. */
  get bytes(): number {
    return this.numbers.byteLength + this.#starts.byteLength + this.#lengths.byteLength + this.#rooms.byteLength;
  }

  /** Replaces a list. */
  set(id: number, values: ArrayLike<number>): void {
    this.#reserve(id, values.length);
    this.numbers.set(values, this.startOf(id));
    this.#lengths[id] = values.length;
    if (values.length === 0) this.#release(id);
  }

  /** Adds a number to a list in ascending order. */
  insert(id: number, value: number): void {
    const length = this.lengthOf(id);
    this.#reserve(id, length + 1);
    const [start, end] = [this.startOf(id), this.startOf(id) + length];
    const place = length > 0 && (this.numbers[end - 1] as number) < value ? end : this.#placeOf(start, end, value);
    if (place < end) this.numbers.copyWithin(place + 1, place, end);
    this.numbers[place] = value;
    this.#lengths[id] = length + 1;
  }

  /** Takes the numbers from `low` to below `high` out of a list in ascending order. */
  removeBetween(id: number, low: number, high: number): void {
    const [start, end] = [this.startOf(id), this.startOf(id) + this.lengthOf(id)];
    const [from, to] = [this.#placeOf(start, end, low), this.#placeOf(start, end, high)];
    this.numbers.copyWithin(from, to, end);
    const length = end - start - (to - from);
    this.#lengths[id] = length;
    if (length === 0) this.#release(id);
  }

  /** The first number of a list in ascending order that is not below a value. */
  atLeast(id: number, value: number): number | undefined {
    const [start, end] = [this.startOf(id), this.startOf(id) + this.lengthOf(id)];
    const place = this.#placeOf(start, end, value);
    return place < end ? this.numbers[place] : undefined;
  }

  /** The place of the first number between two places that is not below a value. */
  #placeOf(start: number, end: number, value: number): number {
    let [low, high] = [start, end];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.numbers[middle] as number) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #reserve(id: number, length: number): void {
    if (id >= this.#starts.length) {
      this.#starts = grown(this.#starts, id + 1);
      this.#lengths = grown(this.#lengths, this.#starts.length);
      this.#rooms = grown(this.#rooms, this.#starts.length);
    }
    const room = this.#rooms[id] as number;
    if (room > 0 && (ROOMS[room - 1] as number) >= length) return;
    const wanted = roomFor(length);
    const start = this.#free[wanted]?.pop() ?? this.#extend(ROOMS[wanted] as number);
    const [from, kept] = [this.startOf(id), this.lengthOf(id)];
    this.numbers.copyWithin(start, from, from + kept);
    this.#release(id);
    this.#starts[id] = start;
    this.#lengths[id] = kept;
    this.#rooms[id] = wanted + 1;
  }

  #extend(room: number): number {
    const start = this.#used;
    this.#used += room;
    this.numbers = grown(this.numbers, this.#used);
    return start;
  }

  #release(id: number): void {
    const room = this.#rooms[id] as number;
    if (room > 0) this.#free[room - 1]?.push(this.startOf(id));
    this.#rooms[id] = 0;
    this.#lengths[id] = 0;
  }
}
