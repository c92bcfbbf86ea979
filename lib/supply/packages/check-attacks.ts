/** What published attacks on users of skills had in common, beside the checks for injected prompts and remote code. */
import { isForbidden, isMentioned } from "@/lib/supply/packages/check-context";
import { type Check, patternCheck, phraseCheck, sequenceCheck } from "@/lib/supply/packages/check-hits";

const PROTECTION =
  /\bspctl\s{1,4}--(?:master|global)-disable|\bxattr\s{1,4}-\w{0,4}d\w{0,3}\s{1,4}com\.apple\.quarantine|\bset-mppreference\b[^\n]{0,60}-disable|\bsetenforce\s{1,3}0\b|"bypassPermissions"/gi;
const LOCKED_ARCHIVE =
  /\b[\w.-]{1,60}\.(?:zip|rar|7z)\b[^\n]{0,60}\bpassword\b|\bpassword\b[^\n]{0,40}\b[\w.-]{1,60}\.(?:zip|rar|7z)\b/gi;
const PASTE_COMMAND =
  /\bpaste\b[^\n]{0,60}\b(?:terminal|powershell|command\s{1,3}prompt|console)\b|\bhttps?:\/\/(?:rentry\.co|glot\.io|pastebin\.com|paste\.rs|hastebin\.com|(?:[\w-]{1,40}\.)?webhook\.site)\b/gi;
const DOWNLOAD_AND_START =
  /\b(?:curl|wget)\b[^\n]{0,200}(?:&&|;|\n)[^\n]{0,100}\bchmod\s{1,3}(?:\+x|[0-7]{0,1}7[0-7]{2})\b/gi;
const EVAL_ESCAPES = /\beval\b[^\n]{0,12}\bprintf\b[^\n]{0,6}\\x[0-9a-f]{2}|\beval\s{0,3}\(\s{0,3}Base64\.decode64/gi;

const SECRETS_THEN_SEND =
  /(\b(?:api[ _-]?keys?|credentials|secrets|passwords|access tokens|environment variables|ssh keys?|private keys?|conversation)\b|(?<![\w/])\.env\b)|(\b(?:send|post|upload|exfiltrate|transmit|forward)\b)|(\bhttps?:\/\/)/gi;
const FILLED_IMAGE = /!\[[^\]\n]{0,200}\]\(\s{0,3}https?:[^)\n]{0,300}(?:\{\{|\$\{)[^)\n]{0,300}\)/g;

const NEVER_MENTION =
  /\b(?:never|(?:do|must|should)\s{1,3}not|don['\u2019]t)\s{1,3}(?:mention|reveal|disclose|show)\b[^.\n]{0,60}\bto\s{1,3}the\s{1,3}users?\b|\bmust\s{1,3}not\s{1,3}(?:tell|inform|notify)\s{1,3}the\s{1,3}users?\b/gi;
const ROLE_COMMENT = /^\s{0,12}(?:#|\/\/|--|\*|;)\s{0,3}(?:SYSTEM|ASSISTANT|AGENTS?)\s{0,2}:/gm;

/** "Ignore all previous instructions" in other languages than English; a word of each language's own is needed twice. */
const IGNORE_ELSEWHERE: [language: string, pattern: RegExp][] = [
  [
    "German",
    /\b(?:ignorier|missacht|vergiss)\w{0,4}\b[^.\n]{0,30}\b(?:bisherig|vorherig|obig|fr\u00fcher)\w{0,3}\b[^.\n]{0,20}\b(?:anweisung|befehl|regel|vorgabe)/gi,
  ],
  [
    "Spanish",
    /\b(?:ignora|olvida|descarta)\w{0,3}\b[^.\n]{0,30}\b(?:instrucciones|reglas|indicaciones|\u00f3rdenes)\b[^.\n]{0,20}\b(?:anterior|previa)/gi,
  ],
  [
    "French",
    /\b(?:ignor|oubli)\w{0,4}\b[^.\n]{0,30}\b(?:instructions|consignes|r\u00e8gles)\b[^.\n]{0,20}\bpr\u00e9c\u00e9dent/gi,
  ],
  ["Italian", /\b(?:ignora|dimentica)\w{0,3}\b[^.\n]{0,30}\b(?:istruzioni|regole)\b[^.\n]{0,20}\bprecedent/gi],
  [
    "Portuguese",
    /\b(?:ignore|esque\u00e7a|desconsidere)\b[^.\n]{0,30}\b(?:instru\u00e7\u00f5es|regras)\b[^.\n]{0,20}\banterior/gi,
  ],
  [
    "Dutch",
    /\b(?:negeer|vergeet)\b[^.\n]{0,30}\b(?:eerdere|vorige|bovenstaande)\b[^.\n]{0,20}\b(?:instructies|regels)/gi,
  ],
  [
    "Russian",
    /\u0438\u0433\u043d\u043e\u0440\u0438\u0440\u0443\u0439[^.\n]{0,30}\u043f\u0440\u0435\u0434\u044b\u0434\u0443\u0449[^.\n]{0,20}(?:\u0438\u043d\u0441\u0442\u0440\u0443\u043a\u0446|\u043f\u0440\u0430\u0432\u0438\u043b)/giu,
  ],
  [
    "Chinese",
    /(?:\u5ffd\u7565|\u65e0\u89c6|\u5fd8\u8bb0)[^\u3002\n]{0,10}(?:\u4e4b\u524d|\u4ee5\u4e0a|\u5148\u524d)[^\u3002\n]{0,10}(?:\u6307\u4ee4|\u6307\u793a|\u89c4\u5219)/g,
  ],
  [
    "Japanese",
    /(?:\u4ee5\u524d|\u3053\u308c\u307e\u3067|\u4e0a\u8a18)[^\u3002\n]{0,10}(?:\u6307\u793a|\u547d\u4ee4|\u30eb\u30fc\u30eb)[^\u3002\n]{0,10}\u7121\u8996/g,
  ],
  [
    "Korean",
    /(?:\uc774\uc804|\uc704\uc758)[^.\n]{0,10}(?:\uc9c0\uc2dc|\uba85\ub839|\uaddc\uce59)[^.\n]{0,10}\ubb34\uc2dc/g,
  ],
];

const INVENTED_TRUST = [
  /\u2605{4,5}|\u2b50{4,5}/g,
  /\brated?(?:ing)?:?\s{1,3}[45](?:\.\d)?\s{0,2}(?:\/\s{0,2}5|\(|stars?\b)|\b5\s{1,2}stars!/gi,
  /\btrusted\s{1,3}by\s{1,3}(?:over\s{1,3}|more\s{1,3}than\s{1,3})?[\d,.]{3,12}k?\+?\s/gi,
  /\b(?:verified|approved|certified|endorsed|audited)\s{1,3}by\s{1,3}(?:anthropic|openai|google|microsoft|the\s{1,3}marketplace)\b/gi,
  /\bverified\s{1,3}buyer\b|\b100\s?%\s{1,2}(?:safe|secure|malware-free|virus-free)\b/gi,
];

const LOW_PROFILE = "Keeps something from the user.";

/** Checks of the texts of packages and skills. */
export const ATTACK_CHECKS: Check[] = [
  patternCheck("disables_protection", "Turns off a protection of the user's system or agent.", PROTECTION),
  patternCheck("fake_prerequisite", "Asks for an archive that a password keeps from scanners.", LOCKED_ARCHIVE),
  patternCheck("fake_prerequisite", "Has the user paste commands, or leads to a site of pasted texts.", PASTE_COMMAND),
  patternCheck("fake_prerequisite", "Downloads a program and makes it executable.", DOWNLOAD_AND_START),
  patternCheck("encoded_command", "Runs a command that it decodes.", EVAL_ESCAPES),
  // The words of a check of injected prompts, so that one line has one remark.
  sequenceCheck("prompt_injection", "Speaks of sending secrets to an address.", {
    tokens: SECRETS_THEN_SEND,
    breaks: /\n\s{0,8}\n/,
    stepCount: 3,
    maxGapCharacters: 90,
    isMentioned,
  }),
  patternCheck(
    "image_exfiltration",
    "An image whose address is filled in: showing it sends what is filled in.",
    FILLED_IMAGE,
  ),
  phraseCheck("hides_from_user", LOW_PROFILE, { pattern: NEVER_MENTION, isMentioned: neverForbidden }),
  patternCheck("role_comment", "A comment that speaks to the agent as if it were the system.", ROLE_COMMENT),
  ...IGNORE_ELSEWHERE.map(([language, pattern]) =>
    patternCheck("prompt_injection", `Tells the agent, in ${language}, to ignore its instructions.`, pattern),
  ),
  ...INVENTED_TRUST.map((pattern) =>
    patternCheck("invented_trust", "Claims ratings, users or approvals that buyers can't check here.", pattern),
  ),
];

/** The phrase begins with what would forbid it. */
function neverForbidden(text: string, start: number, end: number): boolean {
  return (
    start > 0 &&
    isForbidden(
      text.slice(0, start) + text.slice(start, end).replace(/^\S+/, (word) => " ".repeat(word.length)),
      start,
      end,
    )
  );
}
