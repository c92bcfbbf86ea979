import { scalarScript } from "@/app/(reference)/docs/api/_components/scalar";

/** The reference's script, from our own origin. */
export function GET(): Response {
  return new Response(scalarScript(), {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
    },
  });
}
