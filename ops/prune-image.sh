#!/bin/sh
# Leaves of a built tree what a process needs at run time. For the image only: it removes packages and sources.
set -e
# What the built pages hold already.
BUNDLED="@base-ui/react @codemirror/lang-json @codemirror/language @codemirror/lint @codemirror/state @codemirror/view
  @lezer/common @lezer/highlight @tanstack/react-query @uiw/react-codemirror class-variance-authority diff lucide-react
  next-themes react-is recharts"
# The image brings Node itself.
for name in $BUNDLED node; do npm pkg delete "dependencies.$name"; done
npm prune --omit=dev
cd node_modules
rm -rf @next/swc-*
# Types, maps of others' sources, other databases' engines, and what Next has for other platforms and for reading.
find . -type f \( -name "*.map" -o -name "*.d.ts" -o -name "*.d.mts" -o -name "*.d.cts" \) -delete
find @prisma/client/runtime -regex ".*\.\(cockroachdb\|mysql\|sqlite\|sqlserver\)\..*" -delete
# PDFs use one weight of each script, and two of Latin.
find @embedpdf -type f -path "*/fonts/*" ! -name "*-Regular.*" ! -name "NotoSans-Bold.ttf" -delete
rm -rf next/dist/esm next/dist/docs next/dist/bundle-analyzer next/dist/compiled/*-experimental \
  next/dist/compiled/next-server/*.dev.js
cd ..
rm -rf tests packages .next/cache .next/dev .next/diagnostics
# What each page would need in an image of its own.
find .next -name "*.nft.json" -delete
touch .prebuilt
