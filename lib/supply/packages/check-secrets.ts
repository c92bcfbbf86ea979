import { type Check, patternCheck } from "@/lib/supply/packages/check-hits";

const KEY_BLOCK = /-----BEGIN (?:[A-Z0-9]{2,12} ){0,2}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-[0-9]/g;

/** What each service's tokens look like. Nothing repeats without a bound, and runs are entered only at their start. */
const TOKENS: [service: string, pattern: RegExp][] = [
  ["AWS access key", /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z2-7]{16}(?![A-Za-z0-9])/g],
  ["AWS secret key", /aws_secret_access_key["']?\s{0,3}[=:]\s{0,3}["']?[A-Za-z0-9/+]{40}/gi],
  ["Anthropic API key", /(?<![\w-])sk-ant-[a-z0-9]{2,10}-[\w-]{20}/g],
  ["Azure storage key", /AccountKey=[A-Za-z0-9+/]{86}==/g],
  ["DigitalOcean token", /(?<!\w)do[opr]_v1_[0-9a-f]{64}/g],
  ["Discord webhook", /discord(?:app)?\.com\/api\/webhooks\/[0-9]{15,20}\/[\w-]{60}/g],
  ["GitHub token", /(?<!\w)(?:gh[opsur]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59})/g],
  ["GitLab token", /(?<![\w-])glpat-[\w-]{20}/g],
  ["Google API key", /(?<![\w-])AIza[\w-]{35}/g],
  ["Google OAuth secret", /(?<![\w-])GOCSPX-[\w-]{28}/g],
  ["Hugging Face token", /(?<!\w)hf_[A-Za-z]{34}/g],
  ["JSON web token", /(?<![\w-])eyJ[\w-]{10,2000}\.eyJ[\w-]{10,2000}\.[\w-]{10}/g],
  ["npm token", /(?<!\w)npm_[A-Za-z0-9]{36}/g],
  ["OpenAI API key", /(?<![\w-])sk-(?:(?:proj|svcacct|admin)-[\w-]{20}|[A-Za-z0-9]{20}T3BlbkFJ)/g],
  ["PyPI token", /(?<![\w-])pypi-AgEIcHlwaS5vcmc[\w-]{20}/g],
  ["SendGrid API key", /(?<![\w-])SG\.[\w-]{22}\.[\w-]{43}/g],
  ["Slack token", /(?<![\w-])xox[abeoprs]-[0-9A-Za-z-]{20}/g],
  ["Slack webhook", /hooks\.slack\.com\/services\/T\w{8,12}\/B\w{8,12}\/\w{20}/g],
  ["Stripe live key", /(?<!\w)(?:sk|rk)_live_[0-9A-Za-z]{16}/g],
  ["Telegram bot token", /(?<![\w:])[0-9]{8,10}:AA[\w-]{33}/g],
  ["Twilio API key", /(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])/g],
];

const PLACEHOLDER = /example|placeholder|your|x{4}|0{8}|12345678/i;
/** A real token of 20 characters or more never has fewer than this. */
const MIN_DISTINCT_CHARACTERS = 10;

/** Private keys, and tokens of well-known services unless they are plainly placeholders. */
export const SECRET_CHECKS: Check[] = [
  patternCheck("private_key", "This looks like a private key.", KEY_BLOCK),
  ...TOKENS.map(([service, pattern]) =>
    patternCheck("api_token", `This looks like a token: ${service}.`, pattern, isLikelyReal),
  ),
];

function isLikelyReal(match: string): boolean {
  return !PLACEHOLDER.test(match) && new Set(match).size >= MIN_DISTINCT_CHARACTERS;
}
