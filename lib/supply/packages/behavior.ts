/**
 * What a package's code does, as its text says: a list for people to judge by, not a sandbox. Invariant: each kind has at most 50
 * entries of at most 120 characters, and looking takes time linear in the length of the text.
 */
import { BEHAVIOR_KINDS, type BehaviorKind, type PackageBehavior } from "@/lib/supply/packages/behavior-schemas";
import { printable } from "@/lib/supply/packages/finding";

const MAX_ENTRIES = 50;
const MAX_CHARACTERS = 120;
/** Commands that a line begins after this many characters are not looked for. */
const MAX_LINE = 2_000;

const MARKDOWN = /\.(?:md|mdx|markdown)$/i;
const SHELL = /\.(?:sh|bash|zsh|command)$/i;
const SHELL_FENCE = /^(?:bash|sh|shell|zsh|console|terminal)$/i;
const FENCE = /^ {0,3}(?:```|~~~)[ \t]*([\w+-]{0,20})[^\n]{0,200}\n([\s\S]{0,20000}?)^ {0,3}(?:```|~~~)/gm;

/** The code in a file: all of it, or of Markdown what is fenced, and which parts of it a shell runs. */
function codeOf(path: string, text: string): { code: string; shell: string } {
  if (!MARKDOWN.test(path)) return { code: text, shell: SHELL.test(path) || text.startsWith("#!/bin/") ? text : "" };
  const fenced = [...text.matchAll(FENCE)].map(([, language = "", body = ""]) => ({ language, body }));
  return {
    code: fenced.map(({ body }) => body).join("\n"),
    shell: fenced.flatMap(({ language, body }) => (SHELL_FENCE.test(language) ? [body] : [])).join("\n"),
  };
}

const HOST = /\bhttps?:\/\/([a-z0-9](?:[a-z0-9.-]{0,200}[a-z0-9])?)(?=[:/?#"'`\s)\]>,;]|$)/gi;
/** Host names reserved for documentation (RFC 2606), and identifiers of formats. */
const NO_HOST = /(?:^|\.)(?:example\.(?:com|org|net)|w3\.org|json-schema\.org|schemas?\.\w+\.(?:com|org))$/i;
const STARTS = [
  /(?:subprocess\.\w{1,20}|os\.system|os\.popen|Popen)\(\s{0,10}\[?\s{0,10}[rf]?["']([\w./-]{1,60})/g,
  /\b(?:exec|execSync|execFile|execFileSync|spawn|spawnSync)\(\s{0,10}["'`]([\w./-]{1,60})/g,
];
const OUTSIDE = [
  /(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%|%APPDATA%)[/\\][\w.\-/\\]{1,100}/g,
  /(?<![\w.:/~}-])\/(?:etc|var|opt|home|root|Users|Library|private|proc)\/[\w.\-/]{1,100}/g,
];
const VARIABLES = [
  /\bprocess\.env(?:\.|\[["'])([A-Za-z_]\w{0,60})/g,
  /\bos\.(?:environ(?:\.get\(|\[)|getenv\()\s{0,5}["']([A-Za-z_]\w{0,60})/g,
  /\bENV(?:\.fetch\(|\[)["']([A-Za-z_]\w{0,60})/g,
];
const SHELL_VARIABLE = /\$\{?([A-Z][A-Z0-9_]{2,60})\b/g;
/** Variables that every shell has. */
const COMMON = new Set(["HOME", "PATH", "PWD", "USER", "SHELL", "TMPDIR", "LANG", "OLDPWD", "BASH_SOURCE", "RANDOM"]);
const DECODERS: [what: string, pattern: RegExp][] = [
  ["base64", /\bbase64\s{1,5}(?:-d|-D|--decode)\b|\b(?:atob|b64decode|FromBase64String)\(|,\s{0,5}["']base64["']\)/],
  ["hexadecimal", /\bxxd\s{1,5}-r|\bbytes\.fromhex\(|\bunhexlify\(|,\s{0,5}["']hex["']\)/],
  ["character codes", /\bfromCharCode\(|\bchr\(\s{0,5}\d{1,3}\s{0,5}\)/],
  ["compressed data", /\bzlib\.decompress\(|\bgunzip\b|\bgzip\s{1,5}-d\b/],
];
const LINK = /\[([^\]\n]{1,200})\]\(\s{0,5}<?https?:\/\/([a-z0-9.-]{1,200})/gi;
const NAMED_HOST = /^\s{0,5}(?:https?:\/\/)?((?:[a-z0-9-]{1,60}\.){1,6}[a-z]{2,20})(?:[/:?#]\S{0,200})?\s{0,5}$/i;

const none = (): PackageBehavior => ({
  hosts: [],
  commands: [],
  outside_files: [],
  variables: [],
  decodes: [],
  misleading_links: [],
});

/** What one file does. */
export function behaviorOf(path: string, text: string): PackageBehavior {
  const { code, shell } = codeOf(path, text);
  const all = (patterns: RegExp[]) =>
    patterns.flatMap((pattern) => [...code.matchAll(pattern)].map((m) => m[1] ?? m[0]));
  const hosts = all([HOST]).map((host) => host.toLowerCase());
  return merged([
    {
      hosts: hosts.filter((host) => !NO_HOST.test(host)),
      commands: [...all(STARTS), ...commandsOf(shell)],
      outside_files: [...all(OUTSIDE), ...leavingPaths(path, code)],
      variables: [...all(VARIABLES), ...[...shell.matchAll(SHELL_VARIABLE)].map((m) => m[1] ?? "")].filter(
        (name) => !COMMON.has(name),
      ),
      decodes: DECODERS.flatMap(([what, pattern]) => (pattern.test(code) ? [`${what} in ${path}`] : [])),
      misleading_links: MARKDOWN.test(path) ? misleading(text) : [],
    },
  ]);
}

const WORDS =
  /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|in|function|return|exit|export|local|declare|readonly|unset|set|shift|break|continue|true|false|cd|echo|printf|read|test|trap|wait|source|eval|exec|sudo|env|time|nohup|command)$/;
const PREFIXES = /^(?:sudo|env|time|nohup|command|exec|then|do|else)$/;

/** The programs that lines of a shell start. */
function commandsOf(shell: string): string[] {
  return shell.split("\n").flatMap((line) => {
    const whole = line.slice(0, MAX_LINE).replace(/^\s{0,200}(?:\$|>)\s/, "");
    const comment = whole.search(/(?:^|\s)#/);
    const plain = comment < 0 ? whole : whole.slice(0, comment);
    return plain.split(/\|\|?|&&?|;|\$\(|`/).flatMap((part) => {
      const words = part.trim().split(/\s+/);
      const word = words.find((one) => !PREFIXES.test(one) && !/^\w{1,60}=/.test(one)) ?? "";
      return /^[a-z.~/][\w./+-]{1,60}$/i.test(word) && !WORDS.test(word) ? [word] : [];
    });
  });
}

/** Relative paths that lead out of the skill's folder, from the file that they are in. */
function leavingPaths(path: string, code: string): string[] {
  const depth = path.split("/").length - 1;
  return [...code.matchAll(/(?<![\w.])((?:\.\.\/){1,20})[\w.\-/]{1,80}/g)].flatMap(([whole, ups = ""]) =>
    ups.length / "../".length > depth ? [whole] : [],
  );
}

/** Links whose text names a host that is neither theirs nor above it. */
function misleading(text: string): string[] {
  return [...text.matchAll(LINK)].flatMap(([, shown = "", target = ""]) => {
    const named = NAMED_HOST.exec(shown)?.[1]
      ?.toLowerCase()
      .replace(/^www\./, "");
    const host = target.toLowerCase().replace(/^www\./, "");
    return named && named !== host && !host.endsWith(`.${named}`) ? [`${named} → ${host}`] : [];
  });
}

/** What several files do together. */
export function merged(all: readonly PackageBehavior[]): PackageBehavior {
  const sum = none();
  for (const kind of BEHAVIOR_KINDS) {
    const entries = all.flatMap((one) => one[kind]).map((entry) => printable(entry).slice(0, MAX_CHARACTERS));
    sum[kind] = [...new Set(entries)].sort().slice(0, MAX_ENTRIES);
  }
  return sum;
}

/** What a version does that the one before did not. */
export function addedBehavior(
  before: PackageBehavior,
  after: PackageBehavior,
): { kind: BehaviorKind; value: string }[] {
  return BEHAVIOR_KINDS.flatMap((kind) => {
    const known = new Set(before[kind]);
    return after[kind].filter((value) => !known.has(value)).map((value) => ({ kind, value }));
  });
}
