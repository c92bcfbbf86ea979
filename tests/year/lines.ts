/** Lines of what is stored and of what the model says, and how they differ. */
import { query } from "@/lib/platform/core/db";
import type { World } from "@/tests/year/actors/world";

/** Lines of what is stored, by what they are about. */
export type Lines = Map<string, string>;

/** What two sides say otherwise. */
export function compare(what: string, expected: Lines, found: Lines): string[] {
  const names = new Set([...expected.keys(), ...found.keys()]);
  return [...names].flatMap((name) =>
    expected.get(name) === found.get(name)
      ? []
      : [
          `${what} ${name}: the model says ${expected.get(name) ?? "nothing"}, the product ${found.get(name) ?? "nothing"}`,
        ],
  );
}

/** Reads lines of the product, whose first column is an id. */
export async function read({ ids }: World, name: string, statement: string): Promise<Lines> {
  const rows = await query<{ id: string; line: string }>(`year.${name}`, statement, []);
  return new Map(rows.map(({ id, line }) => [ids.refs.get(id) ?? id, line]));
}

/** The lines of what the model has. */
export function linesOf<T extends { ref: string }>(all: Map<string, T>, line: (each: T) => unknown[]): Lines {
  return new Map(
    [...all.values()].map((each) => [
      each.ref,
      line(each)
        .map((part) => String(part ?? ""))
        .join(" "),
    ]),
  );
}

/** How PostgreSQL writes whether something is so. */
export const letter = (is: boolean) => (is ? "t" : "f");
export const flag = (moment: number | null) => letter(moment !== null);

/** How often each name is there, in the order of the names. */
export function counted(names: string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => `${name} ${count}`);
}
