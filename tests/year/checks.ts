/** Compares an answer of the product with the model's, and looks for what it shows of others. */
import type { Answer } from "@/tests/support/api";
import type { World } from "@/tests/year/actors/world";
import type { Answer as Expected } from "@/tests/year/model/answers";
import { maySee, maySeeEmail } from "@/tests/year/model/privacy";

/** Moments that the product and the model take one after the other. */
const TOLERANCE_MS = 5_000;

const at = (body: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], body);

const inMicros = (value: unknown) => (typeof value === "number" ? BigInt(Math.round(value * 1e6)) : value);

function isAsExpected(expected: unknown, found: unknown, tookMs: number): boolean {
  if (typeof expected === "bigint") return inMicros(found) === expected;
  if (expected instanceof Date)
    return Math.abs(Date.parse(String(found)) - expected.getTime()) <= TOLERANCE_MS + tookMs;
  if (Array.isArray(expected))
    return JSON.stringify([...expected].sort()) === JSON.stringify([...(found as [])].sort());
  return (found ?? null) === expected;
}

const text = (value: unknown) => (typeof value === "bigint" ? `${Number(value) / 1e6} credits` : JSON.stringify(value));

/** What an answer says otherwise than the model, or null. */
export function differenceOf(expected: Expected, { status, body }: Answer, tookMs: number): string | null {
  const code = status === 200 ? null : (body.error?.code ?? "no code");
  if (status !== expected.status || code !== expected.code)
    return `the model says ${expected.status} ${expected.code ?? ""}, the product ${status} ${code ?? ""} ${body.error?.message ?? ""}`;
  const wrong = Object.entries(expected.body).filter(([path, value]) => !isAsExpected(value, at(body, path), tookMs));
  if (wrong.length === 0) return null;
  return wrong
    .map(([path, value]) => `${path}: the model says ${text(value)}, the product ${text(at(body, path))}`)
    .join("; ");
}

const IDS = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const SECRETS = /skm_[0-9A-Za-z]{36}/g;
const EMAILS = /a\d+@year\.test/g;

/** What an answer shows of others: ids that its caller may not know, emails, and secrets but the one that it makes. */
export function leakOf({ market, ids }: World, viewer: string | null, { text: body }: Answer): string | null {
  const named = (body.match(IDS) ?? []).flatMap((id) => ids.refs.get(id) ?? []);
  const foreign = named.find((ref) => !maySee(market, viewer, ref));
  if (foreign) return `the answer names ${foreign}, which ${viewer ?? "a stranger"} may not see`;
  const email = (body.match(EMAILS) ?? []).find((each) => viewer !== null && !maySeeEmail(market, viewer, each));
  if (email) return `the answer names ${email}`;
  return (body.match(SECRETS) ?? []).length > 1 ? "the answer shows several secrets" : null;
}
