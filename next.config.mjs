/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  // `npm run check` checks types; the build of a start need not do it again.
  typescript: { ignoreBuildErrors: true },
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
