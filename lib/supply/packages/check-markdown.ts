import { type Check, type Hit, MAX_HITS_PER_CHECK } from "@/lib/supply/packages/check-hits";

const RULE = "unrendered_markdown";
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/s;
const INLINE_CODE = /`[^`\n]{1,500}`/g;

/** Hidden text; the other kinds stand in harmless readmes, too. */
const COMMENT = /<!--/g;
/** What a page leaves out of Markdown and an agent still reads. Each is entered only at its own first character. */
const UNRENDERED: [pattern: RegExp, message: string][] = [
  [COMMENT, "An HTML comment: people do not see it, agents do."],
  [/<[a-zA-Z/?!](?!--)[^<>\n]{0,500}>/g, "Raw HTML: it is left out of the page, agents read it."],
  [/^ {0,3}\[\^[^[\]\n]{1,500}\]:/g, "A footnote: invisible unless the text refers to it."],
  [
    /^ {0,3}\[(?!\^)[^[\]\n]{1,500}\]:/g,
    "A link definition: its title, and one that nothing uses, is seen by agents only.",
  ],
  [/!\[[^[\]\n]{0,500}\](?:\(|\[)/g, "An image: the page shows its text only, agents read its address and title."],
  [/\]\([^()\s]{1,500}\s{1,5}["'(]/g, "A link with a title, which the page does not show."],
];

const OUTSIDE_LINK = /\]\(\s{0,3}<?(?:(?:\.{1,2}[/\\])*\.\.[/\\]|file:|~\/|%2e%2e)[^()\s]{0,500}/gi;

/** Links of a readme that lead to files outside of the skill: a readme has no folder that they could start from. */
export const findOutsideLinks: Check = (text) =>
  [...text.matchAll(OUTSIDE_LINK)].slice(0, MAX_HITS_PER_CHECK).map(({ index }) => ({
    index,
    rule: "outside_link",
    message: "A link to a file outside of the skill: an agent may read that file of its user.",
    severity: "high" as const,
  }));

/** Parts of a Markdown text that its page does not show, but agents read. */
export const findUnrendered: Check = (text) => {
  const hits: Hit[] = [];
  let [fence, at] = ["", 0];
  for (const raw of text.split("\n")) {
    const [, mark = "", rest = ""] = FENCE.exec(raw) ?? [];
    const opens = fence === "" && mark !== "" && !(mark.startsWith("`") && rest.includes("`"));
    if (opens) fence = mark;
    else if (fence === "") hits.push(...hitsOf(raw, at));
    else if (mark.startsWith(fence) && rest.trim() === "") fence = "";
    if (hits.length >= MAX_HITS_PER_CHECK) break;
    at += raw.length + 1;
  }
  return hits;
};

function hitsOf(raw: string, at: number): Hit[] {
  const line = raw.replace(INLINE_CODE, (code) => " ".repeat(code.length));
  return UNRENDERED.flatMap(([pattern, message]) =>
    [...line.matchAll(pattern)].map(({ index }) => ({
      index: at + index,
      rule: RULE,
      message,
      ...(pattern === COMMENT && { severity: "high" as const }),
    })),
  );
}
