/** Where the calls of a skill carry credentials, which buyers consent to. */
import type { Operation } from "@/lib/supply/skills/operation-schemas";

type Declared = { in: "header" | "argument"; as: string };
type Called = { api_endpoint?: string | null; operations?: readonly Operation[] | null };

/** Where a credential goes by its declaration, as a text. */
export const placeOf = ({ in: kind, as }: Declared): string => `${kind}:${kind === "header" ? as.toLowerCase() : as}`;

/** Where the request of an operation has an argument, as a text; null for nowhere. */
function argumentIn({ http }: Operation, name: string): string | null {
  if (!http) return "tool";
  const mapped = http.parameters.find((one) => one.name === name);
  if (mapped) return `${mapped.in}:${mapped.as ?? name}`;
  const isWhole = http.body_property === name;
  if (http.body === "none" || (http.body_property !== undefined && !isWhole)) return null;
  return isWhole ? "body" : http.body;
}

/** Those credentials that a call has a place for; `operation` is null for a skill with one endpoint. */
export const placedIn = <T extends Declared>(all: readonly T[], operation: Operation | null): T[] =>
  all.filter((one) => one.in === "header" || !operation || argumentIn(operation, one.as) !== null);

/** What consent to a credential is bound to: the endpoint, and every place that calls have for it. */
export function boundTo(skill: Called, declared: Declared): { endpoint: string; place: string } {
  const { origin, pathname, search } = new URL(skill.api_endpoint ?? "");
  const endpoint = `${origin}${pathname}${search}`;
  if (declared.in === "header" || !skill.operations) return { endpoint, place: placeOf(declared) };
  const places = offeredBy(skill).flatMap((one) => argumentIn(one, declared.as) ?? []);
  return { endpoint, place: `${placeOf(declared)} ${JSON.stringify([...new Set(places)].sort())}` };
}

const offeredBy = ({ operations }: Called) => (operations ?? []).filter(({ hidden }) => !hidden);

/** The credentials, by their index, that no operation of a skill has a place for. */
export function withoutPlace(skill: Called & { credentials: readonly Declared[] | null }): number[] {
  const operations = offeredBy(skill);
  if (operations.length === 0) return [];
  return (skill.credentials ?? []).flatMap((one, at) =>
    operations.every((operation) => placedIn([one], operation).length === 0) ? [at] : [],
  );
}
