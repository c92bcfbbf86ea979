import { globSync } from "node:fs";
import type { BrowserContext } from "@playwright/test";
import { ADMIN, DEMO, DEVELOPER, type Who } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";

/** What visitors see. */
export const VISITED = [
  "/",
  "/skills",
  "/skills?search=invoice",
  "/skills?search=zzzqqqxxyy&category=data",
  "/skills?category=data&free_calls=true&sort=price_asc",
  "/publishers/lindqvist-tools",
  "/collections/clean-data",
  "/skills/text-statistics",
  "/skills/text-statistics?tab=try",
  "/skills/text-statistics?tab=api",
  "/skills/text-statistics?tab=reviews",
  "/skills/japanese-keigo-coach",
  "/compare",
  "/compare?skills=text-statistics,cron-explained,meeting-minutes,japanese-keigo-coach",
  "/sell",
  "/docs",
  "/docs/publish",
  "/docs/verify",
  "/docs/errors",
  "/docs/api",
  "/docs/api/marketplace",
  "/advisories",
  "/requests",
  "/requests?search=nothing-like-this&title=Fold%20paper",
  "/skills/accessibility-audit?tab=files",
  "/terms",
  "/privacy",
  "/skills/text-statistics?tab=versions",
  "/design",
  "/sign-in",
  "/register",
  "/sign-in/code",
  "/sign-in/company",
  "/reset-password",
  "/reset-password?token=a-token",
  "/no-such-page",
];
/** What people see who have signed in; addresses in braces are found by `addressOf`. */
export const PRIVATE: [Who, string[]][] = [
  [
    DEMO,
    [
      "/sell",
      "/welcome",
      "/wallet",
      "/wallet/billing",
      "/purchases",
      "/purchases/{purchase}/receipt",
      "/requests",
      "/reports",
      "/usage",
      "/wallet/budgets",
      "/approvals",
      "/organizations",
      "/usage/{call}",
      "/keys",
      "/console",
      "/console/new",
      "/console/import",
      "/console/earnings",
      "/settings",
      "/settings/webhooks",
      "/settings/credentials",
      "/notifications",
      "/favorites",
      "/skills/meeting-minutes",
    ],
  ],
  [
    DEVELOPER,
    [
      "/console",
      "/console?days=7",
      "/console/earnings",
      "/console/profile",
      "/console/requests",
      "/console/refunds",
      "/console/transfers",
      "/console/names",
      "/console/decisions",
      "/skills/text-statistics/preview",
      "/console/{skill}",
      "/console/import?skill={skill}",
      "/console/{skill}/analytics",
      "/console/{skill}/calls",
      "/console/{skill}/reviews",
      "/console/{skill}/promotions",
      "/console/{skill}/signing",
      "/console/{skill}/history",
      "/console/{skill}/advisories",
      "/console/{skill}/releases",
    ],
  ],
  [
    ADMIN,
    [
      "/admin",
      "/admin/queue",
      "/admin/queue?search=spreadsheet-auditor&readme=rendered",
      "/admin/queue?search=spreadsheet-auditor&file=nothing.md",
      "/admin/queue?status=approved",
      "/admin/queue?status=rejected",
      "/admin/queue?search=nothing-like-this",
      "/admin/reports",
      "/admin/requests",
      "/admin/names",
      "/admin/refunds",
      "/admin/accounts",
      "/admin/accounts/{account}",
      "/admin/purchases",
      "/admin/purchases/{sale}",
      "/admin/payments",
      "/admin/settings",
      "/admin/disputes",
      "/admin/payouts",
      "/admin/payout-accounts",
      "/admin/safety",
      "/admin/comparisons",
      "/admin/comparisons?found=not_compared",
      "/admin/queue?status=approved&kind=names",
      "/admin/audit",
      "/admin/collections",
      "/admin/audit?start_date=nonsense",
      "/admin/system",
    ],
  ],
];

/** Where the id in an address is found, by its name: the first of a list that whoever is signed in can read. */
const FOUND_IN: Record<string, string> = {
  skill: "/v1/developer/skills",
  call: "/v1/usage",
  purchase: "/v1/purchases",
  account: "/v1/admin/accounts",
  sale: "/v1/admin/purchases",
};

/** A path with the ids that its braces ask for. */
export async function addressOf(context: BrowserContext, path: string): Promise<string> {
  const name = /\{(\w+)\}/.exec(path)?.[1];
  if (!name) return path;
  const headers = { origin: product.url };
  const answer = await context.request.get(`${product.url}${FOUND_IN[name]}?limit=1`, { headers });
  return path.replace(`{${name}}`, (await answer.json()).data[0].id);
}

/** Pages that need something the demo does not have; their own tests look at them. */
const ELSEWHERE = [
  "/organizations/[]/skills",
  "/organizations/[]/plugins",
  "/skills/[]/[]",
  ...["/connect", "/verify-email", "/settings/webhooks/[]", "/console/[]/calls/[]", "/approvals/[]"],
  ...["/organizations/[]", "/organizations/[]/allowed-skills", "/organizations/[]/audit", "/organizations/[]/settings"],
  "/organizations/[]/sign-in",
];

/** The pages of the product that are in neither list, nor looked at elsewhere. */
export function unvisited(): string[] {
  const all = [...VISITED, ...PRIVATE.flatMap(([, paths]) => paths)].map((path) => path.replace(/[?#].*$/, ""));
  return globSync("app/**/page.tsx")
    .map((file) => file.replace(/^app|\/page\.tsx$/g, "").replace(/\/\([^)]*\)/g, "") || "/")
    .filter((route) => {
      const form = new RegExp(`^${route.replace(/\[[^\]]*\]/g, "[^/]+")}$`);
      return !all.some((path) => form.test(path)) && !ELSEWHERE.includes(route.replace(/\[[^\]]*\]/g, "[]"));
    })
    .toSorted();
}
