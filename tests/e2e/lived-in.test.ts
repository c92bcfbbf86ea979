import { expect, type Page } from "@playwright/test";
import { FULL, test } from "@/tests/e2e/fixtures";
import { DARK, LIGHT, labelOf, lookAt } from "@/tests/e2e/looks";
import { openReady } from "@/tests/e2e/ready";
import { type LivedIn, livedIn } from "@/tests/support/lived-in";

// An installation that was lived in: lists of many pages, refunds, disputes, suspended skills, closed accounts.
test.use({ begun: "lived-in", settings: {} });

/** Of the simulated year. */
const PASSWORD = "a long password";
/** Pages of one kind that are looked at: the first, and those with other filters. */
const OF_A_KIND = 2;
const TIMEOUT_MS = 900_000;
/** What a page links to and is no page of a market: files, texts, and what ends the session. */
const LEFT_OUT = /^\/(v1|docs|design|api|legal|oauth2)\b|\.(zip|md|txt|xml|csv|pdf|json)\b|sign-out|\/\//;

/** Where each begins, and kinds of pages that must be among those that are found by their links. */
const WALKS: [keyof LivedIn["people"], string[], string[]][] = [
  [
    "buyer",
    ["/skills", "/wallet", "/purchases", "/usage", "/keys", "/notifications", "/settings", "/favorites", "/reports"],
    ["/skills/{}", "/usage/{}"],
  ],
  [
    "seller",
    ["/console", "/console/earnings", "/console/refunds", "/console/profile", "/notifications"],
    ["/console/{}", "/console/{}/analytics", "/console/{}/calls", "/console/{}/reviews", "/console/{}/history"],
  ],
  [
    "admin",
    [
      "/admin",
      "/admin/queue",
      "/admin/queue?status=approved",
      "/admin/reports",
      "/admin/accounts",
      "/admin/purchases",
      "/admin/payments",
      "/admin/payouts",
      "/admin/disputes",
      "/admin/refunds",
      "/admin/safety",
      "/admin/audit",
      "/admin/system",
      "/admin/settings",
    ],
    ["/admin/accounts/{}", "/admin/purchases/{}"],
  ],
];

/** The kind of a page: its path without what names one of many. */
const kindOf = (address: string) =>
  new URL(address, "http://market.test").pathname.replace(/[0-9a-f-]{36}|year-s\d+|(?<=\/publishers\/)[^/]+/g, "{}");
const queryOf = (address: string) => [...new URL(address, "http://market.test").searchParams.keys()].sort().join();

async function linksOf(page: Page): Promise<string[]> {
  const all = await page.locator("a[href^='/']").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  return all.flatMap((href) => (href && !LEFT_OUT.test(href) ? (href.split("#")[0] ?? []) : []));
}

for (const [who, from, expected] of WALKS)
  test(`a busy ${who} finds every page whole at three widths`, FULL, async ({ visit }) => {
    test.setTimeout(TIMEOUT_MS);
    const { people } = await livedIn();
    const page = await visit({ email: people[who], password: PASSWORD });
    const refused: string[] = [];
    page.on("response", (response) => {
      if (response.status() >= 500) refused.push(`${response.status()} ${response.url()}`);
    });
    const seen = new Map<string, Set<string>>();
    const left = [...from];
    for (let address = left.shift(); address !== undefined; address = left.shift()) {
      const queries = seen.get(kindOf(address)) ?? new Set();
      if (queries.has(queryOf(address)) || queries.size >= OF_A_KIND) continue;
      seen.set(kindOf(address), queries.add(queryOf(address)));
      await openReady(page, address);
      for (const look of [...LIGHT, ...DARK.slice(-1)]) await lookAt(page, address, `${who}-${labelOf(address)}`, look);
      expect([address, refused]).toEqual([address, []]);
      left.push(...(await linksOf(page)));
    }
    expect([...seen.keys()]).toEqual(expect.arrayContaining(expected));
  });
