import { ApiError } from "@/lib/interfaces/client/api";

export type Issue = { param: string; message: string };

/** Issues of an API error, one per field or path. */
export function issuesOf(failure: unknown): Issue[] {
  if (!(failure instanceof ApiError)) return [];
  const issues = failure.details.issues;
  if (Array.isArray(issues)) return issues as Issue[];
  return failure.param ? [{ param: failure.param, message: failure.message }] : [];
}

/** The message at a field: the browser's own issue, else the API's. */
export function errorAt(
  field: string,
  problems: Partial<Record<string, string>>,
  failure: unknown,
): string | undefined {
  const local = problems[field];
  const remote = issuesOf(failure).find(
    ({ param }) => param === field || param.startsWith(`${field}.`) || param.startsWith(`${field}[`),
  );
  const inside = remote?.param.slice(field.length).replace(/^\./, "");
  return local ?? (remote && (inside ? `${inside}: ${remote.message}` : remote.message));
}
