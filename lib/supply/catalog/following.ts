/**
 * Keeps this process's catalogue as new as the database. Every transaction that changes a listing raises the generation under a lock
 * that it holds until it ends, so a reader that sees a generation sees all changes up to it. Invariant: nothing is answered from a
 * catalogue that is older than the generation which the check of the caller's key returned.
 */
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import type { Caller } from "@/lib/platform/core/caller";
import { query } from "@/lib/platform/core/db";
import { isUnavailable } from "@/lib/platform/core/db-errors";
import { AppError } from "@/lib/platform/core/errors";
import { log } from "@/lib/platform/core/log";
import { afterPromotion } from "@/lib/platform/core/reach";
import { FILTERS } from "@/lib/supply/catalog/filters";
import {
  type Answer,
  type CatalogRow,
  type CatalogSettings,
  MemoryCatalog,
  type Question,
} from "@/lib/supply/catalog/memory";

/** Listings that one statement reads. */
const ROWS_A_QUERY = 1_000;
/** Longest work between two chances for requests. */
const TURN_MS = 8;
/** Longest wait of a request for a catalogue that is being read for the first time, and when to come again after that. */
const FIRST_WAIT_MS = 5_000;
const RETRY_AFTER_SECONDS = 2;
/** Longest wait of a visitor for the database, while what was read before is there. */
const VISITOR_WAIT_MS = 3_000;
/** Pause before another try to read the catalogue. */
const RETRY_MS = 1_000;

/**
 * Units make no skill free, a plan of price 0 does; prices are sorted by that of one of each unit, and by the cheapest plan. The
 * generated columns know the price alone.
 */
const FREE_BIT = FILTERS.free.values.true.bit;
const HAS_FREE_PLAN = `l.pricing_type = 'subscription' AND l.plans @> '[{"price_micros": "0"}]'`;
const COLUMNS = `l.name, l.description, l.developer_name, l.sample_queries, l.developer_handle AS publisher,
  l.category, CASE WHEN l.units <> '[]' THEN l.traits & ~${FREE_BIT} WHEN ${HAS_FREE_PLAN} THEN l.traits | ${FREE_BIT}
    ELSE l.traits END AS traits,
  l.popularity::float8, l.week_uses::float8, coalesce(CASE l.pricing_type WHEN 'subscription' THEN plan_rank(l.plans) END,
    l.price_rank + unit_rank(l.units))::float8 AS price_rank, l.rating_score,
  extract(epoch FROM l.published_at)::float8 AS published_at`;

const GENERATION = "SELECT generation::float8 FROM catalog_generation";
/** Farther than a server can have been ahead of the one that was promoted, and threads of this process ahead of what is known here. */
const LEAP = 1_000_000;
/** Leaves behind every generation that a former primary gave out: what was read of one of those never counts as current again. */
const LEAVE_BEHIND = `UPDATE catalog_generation SET generation = greatest(generation, $1::bigint) + ${LEAP}`;
const LISTINGS = `SELECT l.skill_id, ${COLUMNS} FROM listing l WHERE l.skill_id > $1
  ORDER BY l.skill_id LIMIT ${ROWS_A_QUERY}`;
/** What has changed after a place; a listing that is not there any more has nulls. At least one row. */
const CHANGES = `
  SELECT g.generation::float8, g.settings::float8, c.generation::float8 AS changed_in, c.skill_id, ${COLUMNS}
    FROM catalog_generation g
    LEFT JOIN LATERAL (SELECT * FROM listing_change WHERE (generation, skill_id) > ($1, $2::uuid)
      ORDER BY generation, skill_id LIMIT ${ROWS_A_QUERY}) AS c ON true
    LEFT JOIN LATERAL (SELECT * FROM listing WHERE skill_id = c.skill_id OFFSET 0) AS l ON true
   ORDER BY c.generation, c.skill_id`;
const SETTINGS = `
  SELECT (SELECT coalesce(json_agg(json_build_object('slug', c.slug, 'title', c.title, 'description', c.description,
        'former', ARRAY(SELECT f.slug FROM former_category f WHERE f.category_slug = c.slug ORDER BY f.slug))
        ORDER BY c.position, c.slug), '[]') FROM category c) AS categories,
      (SELECT coalesce(json_agg(json_build_object('term', s.term, 'meanings', s.meanings) ORDER BY s.term), '[]')
        FROM search_synonym s) AS synonyms`;

const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

type Change = { generation: number; settings: number; changed_in: number | null } & {
  [Column in keyof CatalogRow]: CatalogRow[Column] | null;
};

/** The one that answers questions about the catalogue, with everything up to a generation, or up to now without one. */
export type Answering = { ask: (question: Question, generation?: number) => Promise<Answer> };

/** A catalogue that follows the database. */
class Following implements Answering {
  #catalog = new MemoryCatalog();
  /** All changes up to this generation are in the catalogue. */
  generation = -1;
  #settings = -1;
  #building: Promise<void> | null = null;
  #reading: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  /** What replaces the catalogue when it is read the next time. */
  #loaded: [MemoryCatalog, number] | null = null;

  get isBuilt(): boolean {
    return this.generation >= 0;
  }

  /** Reads the catalogue unless it is being read or has been; tries until it is there. Never throws. */
  build(): Promise<void> {
    this.#building ??= this.#buildUntilThere();
    return this.#building;
  }

  async #buildUntilThere(): Promise<void> {
    const startedAt = performance.now();
    await untilDone(() => this.#read());
    const duration_ms = Math.round(performance.now() - startedAt);
    log.info({ listings: this.#catalog.count, duration_ms }, "the catalogue has been read");
  }

  /** Answers from a catalogue with all changes up to a generation, or up to now. Throws unavailable until it has been read. */
  async ask(question: Question, generation?: number): Promise<Answer> {
    if (!this.isBuilt) {
      await Promise.race([this.build(), wait(FIRST_WAIT_MS, undefined, { ref: false })]);
      if (!this.isBuilt) throw stillReading();
    }
    if (generation === undefined) await this.#changedUnlessAway();
    else if (this.generation < generation) await this.#changed();
    return this.#catalog.answer(question);
  }

  /** Whether a generation is here, and a listing has not changed since another one. */
  isUnchanged(id: string, since: number, generation: number): boolean {
    return this.generation >= generation && (this.#catalog.changedIn(id) ?? Number.POSITIVE_INFINITY) <= since;
  }

  /** Replaces everything by what the database has, which may have lost changes that are here; until then it serves what it had. */
  async readAnew(): Promise<void> {
    if (!this.isBuilt) return;
    await query("catalog.leave_behind", LEAVE_BEHIND, [this.generation]);
    this.#loaded = await this.#load();
    await this.#changed();
  }

  /** Reads what a visitor may not have seen yet, unless there is no database: then it is as it was before. */
  async #changedUnlessAway(): Promise<void> {
    const changed = this.#changed().catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
    });
    await Promise.race([changed, wait(VISITOR_WAIT_MS, undefined, { ref: false })]);
  }

  async #read(): Promise<void> {
    const [catalog, generation] = await this.#load();
    this.#settings = -1;
    await this.#apply(catalog, generation);
  }

  /** Everything that the database has. What changes while it is read comes with the changes after the generation at its beginning. */
  async #load(): Promise<[MemoryCatalog, number]> {
    const catalog = new MemoryCatalog();
    const [{ generation } = { generation: 0 }] = await query<{ generation: number }>(
      "catalog.generation",
      GENERATION,
      [],
    );
    for (let after = FIRST_ID; ; ) {
      const rows = await query<CatalogRow>("catalog.read", LISTINGS, [after]);
      await inTurns(rows, (row) => catalog.put(row, generation));
      if (rows.length < ROWS_A_QUERY) break;
      after = rows.at(-1)?.skill_id ?? LAST_ID;
    }
    await inTurns(catalog.sorting());
    return [catalog, generation];
  }

  /** Applies what was changed before now: a statement that is in progress may have begun too early to see it. */
  #changed(): Promise<void> {
    if (!this.#reading) return this.#begin();
    const begin = () => this.#reading ?? this.#begin();
    this.#next ??= this.#reading.then(begin, begin);
    return this.#next;
  }

  #begin(): Promise<void> {
    this.#next = null;
    const [catalog, from] = this.#loaded ?? [this.#catalog, this.generation];
    if (this.#loaded) this.#settings = -1;
    this.#loaded = null;
    this.#reading = this.#apply(catalog, from).finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /** Reads what is newer than a generation into a catalogue, which is this process's from then on. */
  async #apply(catalog: MemoryCatalog, from: number): Promise<void> {
    for (let after: [number, string] = [from, LAST_ID]; ; ) {
      const rows = await query<Change>("catalog.changes", CHANGES, after);
      const [first] = rows;
      const last = rows.at(-1);
      if (!first || !last) throw new Error("The catalog's generation has no row.");
      await inTurns(rows, (row) => {
        if (isListed(row)) catalog.put(row, row.changed_in ?? row.generation);
        else if (row.skill_id !== null) catalog.remove(row.skill_id);
      });
      await inTurns(catalog.tidying());
      if (rows.length === ROWS_A_QUERY) {
        after = [last.changed_in ?? 0, last.skill_id ?? LAST_ID];
        continue;
      }
      if (first.settings > this.#settings) await this.#readSettings(catalog, first.settings);
      this.#catalog = catalog;
      this.generation = first.generation;
      return;
    }
  }

  async #readSettings(catalog: MemoryCatalog, settings: number): Promise<void> {
    const [row] = await query<CatalogSettings>("catalog.settings", SETTINGS, []);
    if (row) catalog.settings = row;
    this.#settings = settings;
  }
}

/** Reads the catalogue until that has succeeded. */
async function untilDone(read: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      log.warn({ err: error }, "the catalogue could not be read");
      await wait(RETRY_MS, undefined, { ref: false });
    }
  }
}

/** Does something with each item, and lets requests pass after each turn. */
async function inTurns<Item>(items: Iterable<Item>, work: (item: Item) => void = () => undefined): Promise<void> {
  let turn = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - turn < TURN_MS) continue;
    await nextTurn();
    turn = performance.now();
  }
}

const isListed = (row: Change): row is Change & CatalogRow => row.name !== null;

/** The refusal of a list while the catalogue is read for the first time. */
export const stillReading = (cause?: unknown): AppError =>
  new AppError("unavailable", "The catalogue cannot be read right now. Try again in a few seconds.", {
    cause,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

// The pages' bundle and the host's are separate copies of this module in one thread: they share one catalogue.
const shared = globalThis as typeof globalThis & { marketplaceCatalog?: Following; marketplaceCatalogAt?: Answering };

const following = (): Following => {
  shared.marketplaceCatalog ??= new Following();
  return shared.marketplaceCatalog;
};

/** Begins to read the catalogue; resolves once it is there. Never rejects. */
export const start = (): Promise<void> => following().build();

/** Reads the catalogue once more if it has been read, after the database may have lost changes. Never rejects. */
export const readAnew = (): Promise<void> => untilDone(async () => shared.marketplaceCatalog?.readAnew());

afterPromotion(() => void readAnew());

/** Whether a process that serves the catalogue is still reading it. */
export const isBeingRead = (): boolean => shared.marketplaceCatalog?.isBuilt === false;

/** From now on this thread asks another one. */
export function askAt(other: Answering): void {
  shared.marketplaceCatalogAt = other;
}

/** Callers without a generation, such as visitors, read the current state. */
export type Reader = Pick<Caller, "catalogGeneration"> | null;

/** Asks a catalogue with everything that a reader may have seen, or caused. Throws unavailable until it has been read. */
export const ask = (question: Question, reader?: Reader): Promise<Answer> =>
  (shared.marketplaceCatalogAt ?? following()).ask(question, generationOf(reader) || undefined);

/** Whether this thread knows that a listing, as one generation had it, is what another one has. */
export const isUnchanged = (id: string, since: number, generation: number): boolean =>
  shared.marketplaceCatalog?.isUnchanged(id, since, generation) === true;

/** The generation that a reader saw; 0 for one without. */
export const generationOf = (reader?: Reader): number => Number(reader?.catalogGeneration ?? 0);
