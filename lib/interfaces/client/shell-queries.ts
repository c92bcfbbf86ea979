import { queryOptions } from "@tanstack/react-query";
import { callApi, read } from "@/lib/interfaces/client/api";

export type Suggestion = { slug: string; name: string; description: string; icon: string | null };
export type Found = {
  data: Suggestion[];
  publishers: { handle: string; name: string; verified: boolean; skill_count: number }[];
  categories: { slug: string; title: string }[];
};
type DocPart = { href: string; title: string; page: string };

/** Newest purchases and skills of one's own that the palette searches. */
const OWN_READ = 100;

const searchOf = (term: string) => (term ? `?search=${encodeURIComponent(term)}` : "");

export const shellQueries = {
  suggestions: (term: string) =>
    queryOptions({
      queryKey: ["suggestions", term],
      queryFn: ({ signal }) => read<Found>(`/suggest${searchOf(term)}`, signal),
    }),
  docs: (term: string) =>
    queryOptions({
      queryKey: ["docs", term],
      queryFn: async ({ signal }) => (await read<{ data: DocPart[] }>(`/docs/search${searchOf(term)}`, signal)).data,
      enabled: term !== "",
    }),
  purchases: queryOptions({
    queryKey: ["palette", "purchases"],
    queryFn: async ({ signal }) =>
      (await callApi("GET /v1/purchases", { query: { limit: OWN_READ }, signal })).data.data,
  }),
  ownSkills: queryOptions({
    queryKey: ["palette", "skills"],
    queryFn: async ({ signal }) =>
      (await callApi("GET /v1/developer/skills", { query: { limit: OWN_READ }, signal })).data.data,
  }),
};
