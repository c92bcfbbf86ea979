import {
  allTermsOf,
  changeOf,
  type EditedSkill,
  type EditorState,
  type FieldName,
  type Problems,
  stateOf,
  termsOf,
  withTermsOf,
} from "@/app/console/[id]/_components/state";
import { removeStoredDraft, storeDraft } from "@/app/console/[id]/_components/stored-draft";
import { ApiError, type BodyOf, callApi } from "@/lib/interfaces/client/api";

/** Pause in typing after which a draft is saved. */
const SAVE_AFTER_MS = 1_000;

/** The state of the draft: on the server, on its way, refused, or overtaken by another tab. */
export type SaveState = "saved" | "unsaved" | "saving" | "failed" | "conflict";
/** What the page shows of a saver. `base` is what the server has. */
export type SaverView = {
  skill: EditedSkill;
  base: EditorState;
  saveState: SaveState;
  failure: unknown;
  problems: Problems;
};

const isEmpty = (value: object) => Object.keys(value).length === 0;
const read = async (skill: EditedSkill) =>
  (await callApi("GET /v1/developer/skills/{id}", { params: { id: skill.id } })).data;
type Change = BodyOf<"PATCH /v1/developer/skills/{id}">;
const patch = async (skill: EditedSkill, body: Change) => {
  if (isEmpty(body)) return skill;
  const sent = { ...body, submit: false, expected_updated_at: skill.updated_at };
  const params = { id: skill.id };
  return (await callApi("PATCH /v1/developer/skills/{id}", { params, body: sent })).data;
};

const isOvertaken = (error: unknown) => error instanceof ApiError && error.code === "revision_changed";

/** While a price is announced a change starts from it: then all terms are sent, so that what was shown is what comes. */
const termsBodyOf = ({ skill, base }: SaverView, wanted: EditorState) =>
  skill.price_change ? allTermsOf(wanted) : termsOf(base, wanted).body;

/** Keeps what the server does not have: also the price of a published skill, which only its own button sends. */
function storeUnsaved({ skill, base }: SaverView, state: EditorState): void {
  const { body, problems } = changeOf(base, state, { withTerms: true });
  if (isEmpty(body) && isEmpty(problems)) removeStoredDraft(skill.id);
  else storeDraft(skill.id, { updatedAt: skill.updated_at, state });
}

/** Runs one write at a time, since each has to say which version the one before it has made. */
function createLine() {
  let running: Promise<unknown> | null = null;
  return {
    isRunning: () => running !== null,
    /** Waits until none runs. */
    quiet: async () => {
      while (running) await running.catch(() => null);
    },
    run: async <T>(write: () => Promise<T>): Promise<T> => {
      // Check and start synchronously: two callers may have waited for the same save.
      while (running) await running.catch(() => null);
      const writing = write().finally(() => {
        running = null;
      });
      running = writing;
      return writing;
    },
  };
}

/**
 * Saves a draft to the server a second after the last key, and keeps it in this browser until it is there. One write at
 * a time; none overwrites what another tab saved later. `show` gets every change.
 */
export function createSaver(skill: EditedSkill, show: (view: SaverView) => void) {
  let state = stateOf(skill);
  let view: SaverView = { skill, base: state, saveState: "saved", failure: null, problems: {} };
  const writes = createLine();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = (change: Partial<SaverView>) => {
    view = { ...view, ...change };
    show(view);
  };
  /** Marks fields as saved as they were sent (an announced price: as it still is); what was typed meanwhile stays to be saved. */
  const adopt = (next: EditedSkill, sent: EditorState, fields: readonly FieldName[]) => {
    const base = { ...view.base };
    for (const field of fields) base[field] = sent[field];
    report({ skill: next, base });
    storeUnsaved(view, state);
  };
  const settle = (next: EditedSkill, sent: EditorState, fields: readonly FieldName[], problems: Problems) => {
    const isAll = state === sent && isEmpty(problems);
    report({ problems, failure: null, saveState: isAll ? "saved" : "unsaved" });
    adopt(next, sent, fields);
  };
  const refuse = (failure: unknown, saveState?: "failed"): never => {
    if (isOvertaken(failure)) report({ failure, saveState: "conflict" });
    else if (saveState) report({ failure, saveState });
    throw failure;
  };
  const send = async (): Promise<EditedSkill> => {
    const sent = state;
    const { body, problems } = changeOf(view.base, sent, { withTerms: !view.skill.approved });
    if (!isEmpty(body)) report({ saveState: "saving", problems });
    const next = await patch(view.skill, body).catch((failure: unknown) => refuse(failure, "failed"));
    settle(next, sent, Object.keys(body) as FieldName[], problems);
    return next;
  };
  const sendTerms = async (wanted: EditorState): Promise<EditedSkill> => {
    const body = termsBodyOf(view, wanted);
    const next = await patch(view.skill, body).catch((failure: unknown) => refuse(failure));
    adopt(next, next.price_change ? withTermsOf(wanted, next) : wanted, Object.keys(body) as FieldName[]);
    return next;
  };
  /** Saves now what is not saved yet. Throws ApiError. */
  const save = (): Promise<EditedSkill> => {
    clearTimeout(timer);
    return writes.run(send);
  };
  return {
    save,
    type: (next: EditorState) => {
      state = next;
      clearTimeout(timer);
      const { body, problems } = changeOf(view.base, next, { withTerms: true });
      if (!writes.isRunning() && isEmpty(body) && isEmpty(problems)) {
        // Typed back to what is saved: whatever was wrong with the text in between is no more.
        if (view.saveState !== "conflict") settle(view.skill, next, [], {});
        return;
      }
      storeDraft(view.skill.id, { updatedAt: view.skill.updated_at, state: next });
      if (view.saveState === "conflict") return;
      report({ saveState: "unsaved" });
      timer = setTimeout(() => void save().catch(() => {}), SAVE_AFTER_MS);
    },
    /** Saves the terms, which are separate from the draft once a skill was approved. Throws ApiError. */
    applyTerms: () => writes.run(() => sendTerms(state)),
    /** Cancels an announced price change by sending the terms that the skill has. Throws ApiError. */
    cancelPriceChange: () => writes.run(() => sendTerms(withTermsOf(state, view.skill))),
    /** Learns what something else, such as a new package, has made of the skill. Throws ApiError. */
    reread: () => writes.run(async () => adopt(await read(view.skill), state, [])),
    /** Saves over what another tab has saved. Throws ApiError. */
    overwrite: async () => {
      const data = await read(view.skill);
      report({ skill: data, base: stateOf(data) });
      await save();
    },
    /** Stops automatic saving. Resolves, once pending saves have ended, with whether the skill has changed. */
    stop: async (): Promise<boolean> => {
      clearTimeout(timer);
      await writes.quiet();
      return view.skill.updated_at !== skill.updated_at;
    },
  };
}
