/** One page of the docs. Its text is `guides/<slug>.md`, unless it is made from the code. */
export type DocPage = { slug: string; title: string; summary: string };

/** Every page that is written in Markdown, in the order and the groups of the navigation. */
export const DOC_GROUPS: { title: string; pages: DocPage[] }[] = [
  {
    title: "Start",
    pages: [
      {
        slug: "quickstart",
        title: "Quickstart",
        summary: "A key, a skill and a first call in under a minute.",
      },
    ],
  },
  {
    title: "Use skills",
    pages: [
      { slug: "execute", title: "Run a skill", summary: "Calls, quotes, retries, and what is charged." },
      { slug: "buy", title: "Buy", summary: "Top-ups, subscriptions and their renewals." },
      { slug: "download", title: "Download", summary: "Packages, their digests, and what they cost." },
      {
        slug: "connect",
        title: "Connect an agent",
        summary: "Sign in with a spending cap, or use a limited key.",
      },
      {
        slug: "budgets",
        title: "Budgets and approvals",
        summary: "Limit what agents spend, and decide on large charges.",
      },
      {
        slug: "organizations",
        title: "Organizations",
        summary: "One wallet for a team: members, roles, and acting for it.",
      },
      {
        slug: "company-sign-in",
        title: "Company sign-in",
        summary: "Members sign in with your OpenID Connect provider; SAML and SCIM through a broker.",
      },
      {
        slug: "mcp",
        title: "MCP server",
        summary: "Tools, prices and packages over the Model Context Protocol.",
      },
      { slug: "sdk", title: "SDK", summary: "The client for TypeScript and JavaScript." },
      { slug: "sdk-python", title: "Python SDK", summary: "The client for Python." },
      { slug: "long-calls", title: "Long calls", summary: "Runs of up to 15 minutes, and batches." },
      { slug: "webhooks", title: "Webhooks", summary: "Receive your account's events at your endpoints." },
      { slug: "check", title: "Check what you install", summary: "Signed statements of what was reviewed." },
      { slug: "cli", title: "CLI", summary: "Search, buy, run, install and publish from a terminal." },
    ],
  },
  {
    title: "Publish",
    pages: [
      {
        slug: "publish",
        title: "Publish a skill",
        summary: "From an endpoint or a package to the marketplace.",
      },
      {
        slug: "mcp-server",
        title: "Sell an MCP server",
        summary: "Each tool with a price, in ten minutes.",
      },
      {
        slug: "verify",
        title: "Verify a signed call",
        summary: "Check that a call to your endpoint comes from us.",
      },
      { slug: "earnings", title: "Get paid", summary: "Earnings, statements and payouts." },
    ],
  },
  {
    title: "Reference",
    pages: [
      { slug: "conventions", title: "Conventions", summary: "Requests, responses, retries, limits and keys." },
      { slug: "errors", title: "Errors", summary: "Every code, what it means and what to do." },
      { slug: "changelog", title: "Changelog", summary: "What changed for those who use the API." },
    ],
  },
];

/** Every page of the docs, in order. */
export const DOC_PAGES = DOC_GROUPS.flatMap(({ pages }) => pages);

/** Where a page is; the quickstart is the front page of the docs. */
export function docHref(slug: string): string {
  return slug === "quickstart" ? "/docs" : `/docs/${slug}`;
}
