/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  // Route modules that our host serves end in .ts, all others in .tsx: its build leaves out the former.
  pageExtensions: process.env.PAGES_ONLY ? ["tsx"] : ["tsx", "ts"],
  // `npm run check` checks types; the build of a start need not do it again.
  typescript: { ignoreBuildErrors: true },
  // A page's code is loaded when it is first asked for: all of it together, and the API's, which the host serves from a
  // bundle of its own, would stay in memory for nothing.
  experimental: {
    // A public page that was fetched while the pointer rested on its link is good for this long (seconds); a page that
    // was not is always read anew. Back and forward show what was left, at once.
    staleTimes: { static: 30, dynamic: 0 },
    preloadEntriesOnStart: false,
    // What a second build would read costs a fifth of the first one: a checkout that is built once does without.
    turbopackFileSystemCacheForBuild: process.env.BUILD_CACHE !== "off",
  },
  // Where the overview and the review queue stood before.
  redirects: async () => [
    { source: "/admin/overview", destination: "/admin", permanent: false },
    ...["skill", "status", "search"].map((key) => ({
      source: "/admin",
      has: [{ type: "query", key }],
      destination: "/admin/queue",
      permanent: false,
    })),
  ],
  // Agents read the same pages as Markdown.
  rewrites: async () => [
    // A private skill's slug is one part of a path, as host/router.ts reads it.
    { source: "/v1/skills/:handle(@[^/]+)/:name/:rest*", destination: "/v1/skills/:handle%2F:name/:rest*" },
    { source: "/llms-full.txt", destination: "/docs/llms-full" },
    { source: "/docs/:slug([a-z0-9-]+)\\.md", destination: "/docs/md/:slug" },
    { source: "/skills/:slug([a-z0-9-]+)\\.md", destination: "/skills/:slug/md" },
    { source: "/publishers/:handle([a-z0-9-]+)\\.md", destination: "/publishers/:handle/md" },
    { source: "/collections/:slug([a-z0-9-]+)\\.md", destination: "/collections/:slug/md" },
    { source: "/sell.md", destination: "/sell/md" },
    { source: "/compare.md", destination: "/compare/md" },
  ],
  // Texts that are read when they are asked for.
  outputFileTracingIncludes: {
    "/docs/**": ["./app/docs/guides/*.md"],
    "/skills/**": ["./node_modules/geist/dist/fonts/**/*.ttf"],
  },
  serverExternalPackages: [
    "pg",
    "pino",
    "@node-rs/argon2",
    "pg-boss",
    "better-auth",
    "@aws-sdk/client-s3",
    "ioredis",
    "re2js",
  ],
};
