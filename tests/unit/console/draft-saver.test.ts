import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createSaver, type SaverView } from "@/app/console/[id]/_components/draft-saver";
import { type EditedSkill, type EditorState, stateOf } from "@/app/console/[id]/_components/state";
import { storedDraftOf } from "@/app/console/[id]/_components/stored-draft";
import { everyField } from "@/tests/support/content";

type Patch = Record<string, unknown> & { expected_updated_at: string };

const skillOf = (fields: Partial<EditedSkill> = {}): EditedSkill => ({
  id: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11",
  slug: "counter",
  status: "draft",
  live: false,
  approved: false,
  unlisted_at: null,
  sales_pause: null,
  visibility: "public",
  missing: [],
  suspension: null,
  ...everyField(null),
  endpoint_type: "http",
  name: "Counter",
  description: "Counts.",
  category: "writing",
  pricing_type: "usage",
  price: null,
  subscription_interval: null,
  price_per_call: 0.01,
  free_calls: 0,
  operation_prices: {},
  units: [],
  trial_days: 0,
  plans: [],
  operation_units: {},
  price_change: null,
  execution_type: "api",
  package_preview: "skill_md",
  response_mode: "flag",
  package: null,
  revision: 1,
  rejection_reason: null,
  appealed: false,
  submitted_at: null,
  reviewed_at: null,
  created_at: "2026-11-20T09:00:00.000Z",
  updated_at: "version 0",
  ...fields,
});

let server: Server;
/** The skill as the server has it, and the bodies that it was sent. */
let saved = skillOf();
let patches: Patch[] = [];
/** What happens before the next answer to a PATCH; false loses the answer without saving. */
let before: () => Promise<boolean> = async () => true;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.method === "GET") return answer(200, saved);
    const patch = JSON.parse(await text(request)) as Patch;
    patches.push(patch);
    if (!(await before())) return request.socket.destroy();
    const { expected_updated_at, submit, ...fields } = patch;
    if (expected_updated_at !== saved.updated_at)
      return answer(409, {
        error: { code: "revision_changed", message: "Changed.", param: null, details: {} },
      });
    saved = { ...saved, ...fields, updated_at: `version ${patches.length}` };
    return answer(200, saved);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { fetch } = globalThis;
  // Paths of a page are relative to its address.
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => fetch(new URL(path, base), init));
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.close();
});
beforeEach(() => {
  saved = skillOf();
  patches = [];
  before = async () => true;
  const items = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => vi.useRealTimers());

/** A saver as the editor has it: what it shows, and typing into it. */
function editor(skill = saved) {
  const views: SaverView[] = [];
  let waiting: { is: (view: SaverView) => boolean; done: () => void }[] = [];
  const saver = createSaver(skill, (view) => {
    views.push(view);
    for (const { is, done } of waiting) if (is(view)) done();
    waiting = waiting.filter(({ is }) => !is(view));
  });
  let state = stateOf(skill);
  return {
    saver,
    states: () => views.map(({ saveState }) => saveState),
    view: () => views.at(-1),
    /** Waits for the saver to stand so. */
    until: (saveState: SaverView["saveState"]) =>
      new Promise<void>((done) => waiting.push({ is: (view) => view.saveState === saveState, done })),
    type: (change: Partial<EditorState>) => {
      state = { ...state, ...change };
      saver.type(state);
    },
  };
}

const kept = () => storedDraftOf(saved.id)?.state ?? null;

describe("what is typed into the editor", () => {
  test("is stored in the browser at once, saved a second after the last key, and then removed from the browser", async () => {
    const { type, until, states } = editor();
    const isSaved = until("saved");
    type({ name: "Counter of" });
    vi.advanceTimersByTime(999);
    type({ name: "Counter of words" });
    vi.advanceTimersByTime(999);
    expect([patches, kept()?.name]).toEqual([[], "Counter of words"]);
    vi.advanceTimersByTime(1);
    await isSaved;
    expect(patches).toEqual([{ name: "Counter of words", submit: false, expected_updated_at: "version 0" }]);
    expect(states()).toContain("saving");
    expect(kept()).toBeNull();
  });

  test("while a save is on its way is saved after it, as a change of the version that it made", async () => {
    const { saver, type, view } = editor();
    type({ name: "First" });
    before = async () => {
      before = async () => true;
      type({ description: "Second." });
      return true;
    };
    await saver.save();
    expect([view()?.saveState, kept()?.description]).toEqual(["unsaved", "Second."]);
    await saver.save();
    expect(patches).toMatchObject([
      { name: "First", expected_updated_at: "version 0" },
      { description: "Second.", expected_updated_at: "version 1" },
    ]);
    expect(patches[1]).not.toHaveProperty("name");
    expect(view()?.saveState).toBe("saved");
  });

  test("and typed back is not sent", () => {
    const { type, view, states } = editor();
    type({ name: "Another" });
    type({ name: "Counter" });
    vi.advanceTimersByTime(5_000);
    expect(states()).not.toContain("saving");
    expect([view()?.saveState, kept()]).toEqual(["saved", null]);
  });

  test("stays in the browser when it could not be saved, and is saved by the next attempt", async () => {
    const { saver, type, view } = editor();
    before = async () => false;
    type({ name: "Not lost" });
    await expect(saver.save()).rejects.toMatchObject({ code: "unreachable" });
    expect([view()?.saveState, kept()?.name]).toEqual(["failed", "Not lost"]);
    before = async () => true;
    await saver.save();
    expect([view()?.saveState, view()?.failure, saved.name]).toEqual(["saved", null, "Not lost"]);
  });

  test("and cannot be sent yet says why, and holds nothing else up", async () => {
    const { saver, type, view } = editor();
    type({ name: "Whole", api_schema: '{"type":' });
    await saver.save();
    expect(patches).toMatchObject([{ name: "Whole" }]);
    expect(patches[0]).not.toHaveProperty("api_schema");
    expect([view()?.saveState, Object.keys(view()?.problems ?? {})]).toEqual(["unsaved", ["api_schema"]]);
    expect(kept()?.api_schema).toBe('{"type":');
  });
});

describe("two tabs", () => {
  test("the later one gets a conflict, overwrites nothing, and does on request", async () => {
    const { saver, type, view } = editor();
    saved = { ...saved, name: "From another tab", updated_at: "version of another tab" };
    type({ name: "Mine" });
    await expect(saver.save()).rejects.toMatchObject({ code: "revision_changed" });
    type({ name: "Mine, still" });
    vi.advanceTimersByTime(5_000);
    expect([view()?.saveState, patches.length, saved.name]).toEqual(["conflict", 1, "From another tab"]);
    await saver.overwrite();
    expect([view()?.saveState, saved.name]).toEqual(["saved", "Mine, still"]);
  });
});

describe("terms of a skill that was approved", () => {
  test("are saved only when they are applied, alone", async () => {
    const { saver, type } = editor(skillOf({ approved: true }));
    type({ price_per_call: "0.02", name: "Renamed" });
    await saver.save();
    expect(patches[0]).not.toHaveProperty("price_per_call");
    await saver.applyTerms();
    expect(patches[1]).toEqual({ price_per_call: 0.02, submit: false, expected_updated_at: "version 1" });
  });
});

test("an editor that is left sends nothing later, and says whether it has changed the skill", async () => {
  const { saver, type, states } = editor();
  type({ name: "Typed and left" });
  expect(await saver.stop()).toBe(false);
  vi.advanceTimersByTime(5_000);
  expect(states()).not.toContain("saving");
  expect(kept()?.name).toBe("Typed and left");
  await saver.save();
  expect(await saver.stop()).toBe(true);
});
