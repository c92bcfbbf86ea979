import type { z } from "zod";
import { paramsOf, requireAdministrator, type Search } from "@/app/admin/_lib/administrator";
import { Counted } from "@/components/ui/list-page";

/** A list of one state at a time, with links to the others and how many each has; the first state by default. */
export async function readStates<
  State extends string,
  Query extends z.ZodType,
  Page extends { counts: Record<State, number> },
>(
  path: string,
  search: Search,
  {
    states,
    first,
    query,
    list,
  }: {
    states: readonly State[];
    first: State;
    query: Query;
    list: (asked: z.output<Query>) => Promise<Page>;
  },
) {
  await requireAdministrator(path);
  const params = await paramsOf(search);
  const state = states.find((known) => known === params.state) ?? first;
  const asked = query.safeParse({ ...params, state });
  const page = await list(asked.success ? asked.data : query.parse({ state }));
  const options = states.map(
    (known) => [known, <Counted key={known} title={known} count={page.counts[known]} />] as const,
  );
  return { state, shown: { path, params, page, segments: { label: "State", name: "state", current: state, options } } };
}
