import type { Page } from "./types.js";

type Position = { offset?: number; starting_after?: string };
type Read<Item> = (position: Position) => Promise<Page<Item>>;

/** A list that is read page by page while it is iterated: `for await (const item of list)`. */
export class Pages<Item extends { id: string }> implements AsyncIterable<Item> {
  readonly #read: Read<Item>;

  readonly #hasCursor: boolean;

  constructor(read: Read<Item>, hasCursor: boolean) {
    this.#read = read;
    this.#hasCursor = hasCursor;
  }

  /** The first page, with the number of all entries. */
  first(): Promise<Page<Item>> {
    return this.#read({});
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Item> {
    let position: Position = {};
    let known = new Set<string>();
    for (let read = 0; ; ) {
      const page = await this.#read(position);
      // Without a cursor, a new entry at the top moves the last ones of a page to the next.
      for (const item of page.data) if (!known.has(item.id)) yield item;
      const last = page.data.at(-1);
      if (!page.has_more || !last) return;
      known = new Set(page.data.map(({ id }) => id));
      read += page.data.length;
      position = this.#hasCursor ? { starting_after: last.id } : { offset: read };
    }
  }

  /** At most `most` entries. */
  async take(most: number): Promise<Item[]> {
    const items: Item[] = [];
    if (most <= 0) return items;
    for await (const item of this) if (items.push(item) >= most) break;
    return items;
  }
}
