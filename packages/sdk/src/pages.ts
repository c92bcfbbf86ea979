import type { Page } from "./types.js";

type Read<Item> = (position: { offset: number }) => Promise<Page<Item>>;

/** A list that is read page by page while it is iterated: `for await (const item of list)`. */
export class Pages<Item extends { id: string }> implements AsyncIterable<Item> {
  readonly #read: Read<Item>;

  constructor(read: Read<Item>) {
    this.#read = read;
  }

  /** The first page, with the number of all entries. */
  first(): Promise<Page<Item>> {
    return this.#read({ offset: 0 });
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Item> {
    let offset = 0;
    let known = new Set<string>();
    for (;;) {
      const page = await this.#read({ offset });
      // A new entry at the top moves the last ones of a page to the next.
      for (const item of page.data) if (!known.has(item.id)) yield item;
      if (!page.has_more || page.data.length === 0) return;
      known = new Set(page.data.map(({ id }) => id));
      offset += page.data.length;
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
