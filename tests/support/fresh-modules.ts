import { vi } from "vitest";

/**
 * The files of a project run one after another in the same processes, where packages stay loaded. This makes each file start
 * as in a process of its own: it evaluates our modules anew, and finds neither settings nor globals of the file before, also
 * when that failed at its end.
 */
const SETTINGS = Symbol.for("settings of the first file");
/** What our modules share beside themselves is named so. Packages have globals, too, and need theirs. */
const OWN_GLOBALS = /^marketplace/;

const kept = globalThis as { [SETTINGS]?: NodeJS.ProcessEnv };
kept[SETTINGS] ??= { ...process.env };
const settings = kept[SETTINGS];
vi.useRealTimers();
vi.resetModules();
for (const name of Object.keys(process.env)) if (!(name in settings)) delete process.env[name];
Object.assign(process.env, settings);
for (const name of Object.keys(globalThis)) if (OWN_GLOBALS.test(name)) Reflect.deleteProperty(globalThis, name);
