import { forget, keep } from "@/components/console/editor/kept";
import {
  changeOf,
  type EditedSkill,
  type EditorState,
  type FieldName,
  type Problems,
  stateOf,
} from "@/components/console/editor/state";
import { ApiError, callApi } from "@/components/ui/api";

/** Pause in typing after which a draft is saved. */
const SAVE_AFTER_MS = 1_000;

/** Where the draft stands: on the server, on its way, refused, or overtaken by another tab. */
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
const patch = (skill: EditedSkill, body: object) =>
  callApi<EditedSkill>(`/v1/developer/skills/${skill.id}`, {
    method: "PATCH",
    body: { ...body, submit: false, expected_updated_at: skill.updated_at },
  }).then(({ data }) => data);

/**
 * Saves a draft to the server a second after the last key, and keeps it in this browser until it is there. One save at a
 * time; none is written over what another tab saved later. `show` is told of every change.
 */
export function createSaver(skill: EditedSkill, show: (view: SaverView) => void) {
  let state = stateOf(skill);
  let view: SaverView = { skill, base: state, saveState: "saved", failure: null, problems: {} };
  let running: Promise<unknown> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (change: Partial<SaverView>) => {
    view = { ...view, ...change };
    show(view);
  };
  /** Marks fields as saved as they were sent; what was typed meanwhile stays to be saved. */
  const settle = (next: EditedSkill, sent: EditorState, fields: readonly string[], problems: Problems) => {
    const base = { ...view.base };
    for (const field of fields as FieldName[]) base[field] = sent[field];
    const isAll = state === sent && isEmpty(problems);
    tell({ skill: next, base, problems, failure: null, saveState: isAll ? "saved" : "unsaved" });
    if (isAll) forget(next.id);
  };
  const send = async (): Promise<EditedSkill> => {
    const [sent, known] = [state, view.skill];
    const { body, problems } = changeOf(view.base, sent, { withTerms: !known.approved });
    if (isEmpty(body)) {
      settle(known, sent, [], problems);
      return known;
    }
    tell({ saveState: "saving", problems });
    try {
      const next = await patch(known, body);
      settle(next, sent, Object.keys(body), problems);
      return next;
    } catch (error) {
      const isOvertaken = error instanceof ApiError && error.code === "revision_changed";
      tell({ failure: error, saveState: isOvertaken ? "conflict" : "failed" });
      throw error;
    }
  };
  /** Saves now what is not saved yet. Throws ApiError. */
  const save = async (): Promise<EditedSkill> => {
    clearTimeout(timer);
    while (running) await running.catch(() => null);
    const saving = send().finally(() => {
      running = null;
    });
    running = saving;
    return saving;
  };
  return {
    save,
    /** Takes over what was typed. */
    type: (next: EditorState) => {
      state = next;
      clearTimeout(timer);
      const { body, problems } = changeOf(view.base, next, { withTerms: true });
      if (isEmpty(body) && isEmpty(problems)) {
        // Typed back to what is saved: whatever was wrong with the text in between is no more.
        if (view.saveState !== "conflict") settle(view.skill, next, [], {});
        return;
      }
      keep(view.skill.id, { updatedAt: view.skill.updated_at, state: next });
      if (view.saveState === "conflict") return;
      tell({ saveState: "unsaved" });
      timer = setTimeout(() => void save().catch(() => {}), SAVE_AFTER_MS);
    },
    /** Takes over what the server answered about fields that were saved by themselves. */
    adopt: (next: EditedSkill, fields: readonly FieldName[]) => {
      const base = { ...view.base };
      for (const field of fields) base[field] = state[field];
      tell({ skill: next, base });
    },
    /** Saves over what another tab has saved. Throws ApiError. */
    overwrite: async () => {
      const { data } = await callApi<EditedSkill>(`/v1/developer/skills/${skill.id}`);
      tell({ skill: data, base: stateOf(data) });
      await save();
    },
    stop: () => clearTimeout(timer),
  };
}
