import { z } from "zod";
import { searchDocs } from "@/app/docs/_components/search";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { LIMITS } from "@/lib/platform/core/limits";

const PARTS_SHOWN = 5;

/** What the docs say about a text, for the command palette, public. */
export const GET = endpoint(
  {
    access: "public",
    tag: "Marketplace",
    summary: "Search the docs",
    query: z.object({ search: z.string().max(LIMITS.search.maxLength).default("") }),
    result: z.object({
      data: z.array(z.object({ href: z.string(), title: z.string(), page: z.string() })),
    }),
  },
  async ({ query: { search } }) => ({ data: await searchDocs(search, PARTS_SHOWN) }),
);
