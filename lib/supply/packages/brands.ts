/** Names of known brands in names of skills and publishers, also where look-alike letters, digits or hyphens disguise them. */

/** Brands that are imitated, in small letters. */
const BRANDS = [
  "adobe",
  "airbnb",
  "airtable",
  "amazon",
  "anthropic",
  "apple",
  "atlassian",
  "binance",
  "cloudflare",
  "coinbase",
  "deepseek",
  "discord",
  "docusign",
  "dropbox",
  "ethereum",
  "facebook",
  "figma",
  "github",
  "gitlab",
  "google",
  "huggingface",
  "instagram",
  "kraken",
  "linkedin",
  "mailchimp",
  "metamask",
  "microsoft",
  "mistral",
  "mongodb",
  "netflix",
  "notion",
  "nvidia",
  "openai",
  "openclaw",
  "oracle",
  "paypal",
  "perplexity",
  "phantom",
  "polymarket",
  "postgresql",
  "quickbooks",
  "reddit",
  "salesforce",
  "shopify",
  "slack",
  "snowflake",
  "solana",
  "spotify",
  "stripe",
  "supabase",
  "telegram",
  "tiktok",
  "twilio",
  "twitter",
  "vercel",
  "whatsapp",
  "wordpress",
  "youtube",
  "zapier",
];
const MIN_FOLDED = 5;

const LETTERS: Record<string, string> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  $: "s",
  "@": "a",
  "!": "l",
  "|": "l",
  i: "l",
  "\u0430": "a",
  "\u0435": "e",
  "\u043e": "o",
  "\u0440": "p",
  "\u0441": "c",
  "\u0445": "x",
  "\u0443": "y",
  "\u0456": "l",
  "\u0455": "s",
  "\u0458": "j",
  "\u04bb": "h",
  "\u0501": "d",
  "\u051b": "q",
  "\u03bf": "o",
  "\u03b1": "a",
  "\u03b9": "l",
  "\u0131": "l",
  "\u0261": "g",
  "\u2113": "l",
};

/** A name as somebody in a hurry reads it: without marks, hyphens and spaces, look-alike letters as one. */
function folded(name: string): string {
  const plain = name.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  const letters = [...plain].map((letter) => LETTERS[letter] ?? letter).join("");
  return letters
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
}

const FOLDED = BRANDS.map((brand) => [brand, folded(brand)] as const).filter(([, plain]) => plain.length >= MIN_FOLDED);

/** The brand that a name has, and whether it is disguised; null for none. */
export function brandIn(name: string): { brand: string; isDisguised: boolean } | null {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const written = BRANDS.find((brand) => words.includes(brand));
  if (written) return { brand: written, isDisguised: false };
  const whole = folded(name);
  // A brand inside a longer word is part of another word, as `notion` in `notional`.
  const parts = new Set(words.map(folded));
  for (let at = 0; at + 1 < words.length; at++) parts.add(folded(`${words[at]}${words[at + 1]}`));
  parts.add(whole);
  const found = FOLDED.find(([, plain]) => parts.has(plain));
  return found ? { brand: found[0], isDisguised: true } : null;
}
