import { notFound } from "next/navigation";
import type { z } from "zod";
import { requireCaller } from "@/app/_lib/viewer";
import type { Caller } from "@/lib/platform/core/caller";
import { isStorable } from "@/lib/platform/core/fields";

/** The administrator viewing this page. Visitors sign in first; others get a 404. */
export async function requireAdministrator(path: string): Promise<Caller> {
  const caller = await requireCaller(path);
  if (!caller.isAdmin) notFound();
  return caller;
}

/** The query parameters of a page that were given, each once. */
export type Search = Promise<Record<string, string | string[] | undefined>>;

/** The parameters of a page as a listing's query takes them: those that are there, not empty, and of a text that can be looked for. */
export async function paramsOf(search: Search): Promise<Record<string, string>> {
  const given = Object.entries(await search).map(([name, value]) => [
    name,
    (Array.isArray(value) ? value[0] : value)?.trim() ?? "",
  ]);
  return Object.fromEntries(given.filter(([, value = ""]) => value !== "" && isStorable(value)));
}

/** A list by what its address asks for; no page when that can't be. */
export async function readList<Query extends z.ZodType, Page>(
  path: string,
  search: Search,
  { query, list }: { query: Query; list: (asked: z.output<Query>) => Promise<Page> },
) {
  await requireAdministrator(path);
  const params = await paramsOf(search);
  const asked = query.safeParse(params);
  return { path, params, page: asked.success ? await list(asked.data) : null };
}
