import type { Carried } from "@/lib/demand/credentials/service";
import { type Issue, invalid } from "@/lib/platform/core/errors";
import { argumentsOf } from "@/lib/supply/skills/credential-arguments";
import type { CredentialDeclaration } from "@/lib/supply/skills/credential-schemas";

/** Stands for a credential while a request is only checked. */
const PLACEHOLDER = "credential";

/** Parameters with the arguments that a call adds. */
export function withArguments(
  parameters: Record<string, unknown>,
  carried: readonly Carried[],
): Record<string, unknown> {
  const filled = carried.filter((one) => one.in === "argument").map(({ as, value }) => [as, value]);
  return filled.length === 0 ? parameters : { ...parameters, ...Object.fromEntries(filled) };
}

/** The same with a placeholder for each, to check the request that they make. */
export const withPlaceholders = (
  parameters: Record<string, unknown>,
  credentials: readonly CredentialDeclaration[] | null,
): Record<string, unknown> => ({
  ...parameters,
  ...Object.fromEntries(argumentsOf(credentials).map((name) => [name, PLACEHOLDER])),
});

/** A body with the arguments that a call adds. */
export const bodyWith = (body: string, carried: readonly Carried[]): string =>
  carried.some((one) => one.in === "argument")
    ? JSON.stringify(withArguments(JSON.parse(body) as Record<string, unknown>, carried))
    : body;

/** Headers of a call with what it carries; these stand over all others. */
export function withCarried(headers: Record<string, string>, carried: readonly Carried[]): Record<string, string> {
  const own = carried
    .filter((one) => one.in === "header")
    .map(({ as, value }) => {
      const name = as.toLowerCase();
      return [name, name === "authorization" ? `Bearer ${value}` : value] as const;
    });
  if (own.length === 0) return headers;
  const names = new Set(own.map(([name]) => name));
  const others = Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(others), ...Object.fromEntries(own) };
}

/** Refuses parameters that name a credential: those would be logged as any other. Throws invalid_request. */
export function requireNoCredential(
  parameters: Record<string, unknown>,
  credentials: readonly CredentialDeclaration[] | null,
): void {
  const [first, ...rest] = argumentsOf(credentials)
    .filter((name) => Object.hasOwn(parameters, name))
    .map((name): Issue => ({ param: name, message: "is a credential: store it once, and leave it out of calls" }));
  if (first) throw invalid([first, ...rest]);
}
