import { call } from "@/tests/support/api";
import type { Person } from "@/tests/support/people";

/** The terms of a free skill. */
export const FREE = { pricing_type: "usage", price: null, price_per_call: 0 };
/** What an advisory says. */
export const FOUND = { severity: "high", summary: "Reads SSH keys", action: "Update, and rotate your keys." };

export type Osv = {
  id: string;
  withdrawn?: string;
  affected: {
    package: { name: string };
    versions: string[];
    ranges?: unknown;
    database_specific: { sha256: string[] };
  }[];
  database_specific: Record<string, unknown>;
};

/** Reads the public feed. */
export async function readFeed(base: string, query: string, headers: Record<string, string>) {
  const response = await fetch(`${base}/advisories.json${query}`, { headers });
  const body = response.status === 304 ? null : await response.json();
  return { status: response.status, headers: response.headers, body };
}

/** Yanks a version as its seller. */
export const yank = (someone: Person, id: string, version = "1.0.0") =>
  call("POST", `/v1/developer/skills/${id}/yanks`, { key: someone.key, body: { version, reason: "Deletes files." } });

/** Publishes an advisory as the seller, or as `admin`. */
export const advise = (someone: Person, id: string, fields: object = {}, as = "developer") =>
  call("POST", `/v1/${as}/skills/${id}/advisories`, { key: someone.key, body: { ...FOUND, ...fields } });

/** Changes an advisory as the seller, or as `admin`. */
export const change = (someone: Person, id: string, advisory: string, body: object, as = "developer") =>
  call("PATCH", `/v1/${as}/skills/${id}/advisories/${advisory}`, { key: someone.key, body });

/** Downloads a skill. */
export const fetchIt = (someone: Person, slug: string, query = "") =>
  call("GET", `/v1/skills/${slug}/download${query}`, { key: someone.key });

/** Notifications of advisories that somebody has, newest first. */
export const notices = async (someone: Person) =>
  (await call("GET", "/v1/notifications", { key: someone.key })).body.data.filter(
    ({ kind }) => kind === "skill_advisory",
  );

/** Suspends a skill as an administrator. */
export const suspend = (admin: Person, id: string, malware: boolean) =>
  call("POST", `/v1/admin/skills/${id}/suspend`, { key: admin.key, body: { reason: "Steals keys.", malware } });
