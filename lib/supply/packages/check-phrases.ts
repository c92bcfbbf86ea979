import { isForbidden, isMentioned } from "@/lib/supply/packages/check-context";
import {
  type Check,
  type IsMentioned,
  patternCheck,
  phraseCheck,
  sequenceCheck,
} from "@/lib/supply/packages/check-hits";

const INJECTION = "prompt_injection";
const REMOTE = "pipe_to_shell";

const IGNORE_RULES =
  /\b(?:ignore|disregard|forget)\s{1,4}(?:[\w'-]{1,15}\s{1,4}){0,4}?(?:previous|prior|above|earlier|preceding|foregoing|system)\s{1,4}(?:[\w'-]{1,15}\s{1,4}){0,2}?(?:instructions?|prompts?|rules|guidelines|directions|messages|context|constraints)\b/gi;
const EVADE_SAFETY =
  /\b(?:override|bypass|circumvent|evade|disable)\s{1,4}(?:[\w'-]{1,15}\s{1,4}){0,3}?(?:safety|security|content|approval|permission|system)\s{1,4}(?:instructions?|prompts?|rules|guidelines|guardrails|filters?|policy|policies|checks?|restrictions)\b/gi;
const HIDE_FROM_USER =
  /\b(?:(?:do\s{1,3}not|don['\u2019]t|never)\s{1,3}(?:tell|inform|notify|alert|warn)|without\s{1,3}(?:telling|informing|notifying|alerting|warning)|(?:hide|conceal)\s{1,3}(?:this|it|that)\s{1,3}from|keep\s{1,3}(?:this|it|that)\s{1,3}(?:secret|hidden)\s{1,3}from)\s{1,3}(?:the\s{1,3}|your\s{1,3})?(?:users?|humans?|operators?|owners?)\b/gi;
const SHOW_PROMPT =
  /\b(?:reveal|repeat|print|output|leak|disclose)\s{1,3}(?:[\w'-]{1,15}\s{1,3}){0,3}?system\s{1,3}prompts?\b/gi;
const NEW_PERSONA =
  /\byou\s{1,3}are\s{1,3}(?:now\s{1,3})?(?:in\s{1,3})?(?:an?\s{1,3})?(?:DAN\b|jailbroken|unrestricted|unfiltered|developer\s{1,3}mode|no\s{1,3}longer\s{1,3}bound)/gi;
const CHAT_MARKERS =
  /<\|(?:im_start|im_end|im_sep|endoftext|system)\|>|\[\/?INST\]|<\/?system(?:[-_](?:prompt|reminder))?>/gi;
const SEND_SECRETS =
  /(\b(?:send|post|upload|exfiltrate|transmit|forward|submit)\b)|(\b(?:api[ _-]?keys?|credentials?|secrets|passwords?|access tokens?|environment variables|ssh keys?|private keys?|conversation history|\.env)\b)|(\bhttps?:\/\/)/gi;

/** Interpreters with an option of their own, as in `python -m json.tool`, mostly read what is piped as data. */
const PIPE_TO_SHELL =
  /(\b(?:curl|wget|aria2c|iwr|irm|invoke-webrequest|invoke-restmethod|base64\s{1,3}(?:-d|--decode))\b)|(\|\s{0,4}(?:sudo\s{1,4}(?:-\w{1,10}\s{1,3}){0,2})?(?:\/(?:usr\/)?bin\/)?(?:env\s{1,3})?(?:(?:(?:ba|da|fi|k|z)?sh|pwsh|powershell|iex|invoke-expression)\b(?![-.\w])|(?:python[0-9.]{0,4}|node|perl|ruby|php)\b(?![-.\w]|\s{1,3}-[\w-])))/gi;
const SHELL_OF_DOWNLOAD =
  /(?<![\w-])(?:(?:ba|da|k|z)?sh|eval|source|python[0-9.]{0,4}|node|perl|ruby)\s{0,3}(?:-[ce]\s{1,3})?["']?(?:<\(|\$\(|`)\s{0,3}(?:curl|wget)\b/gi;
const POWERSHELL_DOWNLOAD =
  /\b(?:iex|invoke-expression)\b[^|\n]{0,60}?\b(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring)\b/gi;
const POWERSHELL_ENCODED = /\s-e(?:nc|ncodedcommand)?\s{1,3}["']?[A-Za-z0-9+/]{40}/gi;
const EXECUTE_DOWNLOAD =
  /\b(?:exec|eval)\s{0,3}\(\s{0,3}(?:compile\s{0,3}\(\s{0,3})?(?:requests\.get|(?:urllib\.request\.)?urlopen|base64\.b64decode|codecs\.decode|zlib\.decompress|atob|buffer\.from)\b/gi;

/** A secret that authenticates a request is named in a different way than one that is sent off. */
const AUTHENTICATES =
  /\b(?:with|using|including)\s{1,3}(?:your|the|its|an?)\s{1,3}(?:[\w-]{1,15}\s{1,3})?(?:api[ _-]?key|access token|password)\b(?!s)/i;
const isAdvice: IsMentioned = (text, start, end) =>
  isMentioned(text, start, end) || AUTHENTICATES.test(text.slice(start, end));
/** "Do not tell the user to restart" forbids advice and hides nothing. */
const isHarmlessSilence: IsMentioned = (text, start, end) =>
  isForbidden(text, start, end) ||
  (/\btell\b/i.test(text.slice(start, end)) && /^\s{1,3}(?:how\s{1,3})?to\b/i.test(text.slice(end, end + 12)));

/** Sentences that turn an agent against its user or its rules. */
export const INJECTION_CHECKS: Check[] = [
  injection("Tells the agent to ignore its instructions.", IGNORE_RULES),
  injection("Tells the agent to get around its safety rules.", EVADE_SAFETY),
  injection("Tells the agent to keep something from the user.", HIDE_FROM_USER, isHarmlessSilence),
  injection("Asks for the agent's system prompt.", SHOW_PROMPT),
  injection("Gives the agent an identity without rules.", NEW_PERSONA),
  injection("Contains markers that separate roles in a conversation.", CHAT_MARKERS, isForbidden),
  sequenceCheck(INJECTION, "Speaks of sending secrets to an address.", {
    tokens: SEND_SECRETS,
    breaks: /\n\s{0,8}\n/,
    stepCount: 3,
    maxGapCharacters: 150,
    isMentioned: isAdvice,
  }),
];

function injection(message: string, pattern: RegExp, isHarmless: IsMentioned = isMentioned): Check {
  return phraseCheck(INJECTION, message, { pattern, isMentioned: isHarmless });
}

/** Commands that run what they download or decode without anyone seeing it. */
export const REMOTE_CODE_CHECKS: Check[] = [
  sequenceCheck(REMOTE, "Pipes a download into an interpreter.", {
    tokens: PIPE_TO_SHELL,
    breaks: /(?<!\\|\\\r)\n|;/,
    stepCount: 2,
    maxGapCharacters: 500,
  }),
  patternCheck(REMOTE, "Runs the output of a download.", SHELL_OF_DOWNLOAD),
  patternCheck(REMOTE, "Runs the output of a download.", POWERSHELL_DOWNLOAD),
  patternCheck(REMOTE, "Runs an encoded PowerShell command.", POWERSHELL_ENCODED),
  patternCheck(REMOTE, "Runs code that it downloads or decodes.", EXECUTE_DOWNLOAD),
];
