import { beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "@/app/v1/generated/routes";
import { PERMISSIONS, permissionOf, ROLE_SCOPES, rolesWith } from "@/lib/identity/keys/permissions";
import { issueFor } from "@/lib/identity/keys/service";
import type { EndpointSpec } from "@/lib/interfaces/http/spec";
import { MEMBER_ROLES, type MemberRole } from "@/lib/platform/core/caller";
import { pool, transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { call } from "@/tests/support/api";
import {
  actingFor,
  join,
  member,
  organization,
  type Signed,
  type TestOrganization,
  verified,
} from "@/tests/support/organizations";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Operation = { method: string; path: string; spec: EndpointSpec };

const operations: Operation[] = Object.entries(ROUTES).flatMap(([path, module]) =>
  METHODS.flatMap((method) => {
    const spec = module[method]?.spec as EndpointSpec | undefined;
    return spec?.operationId ? [{ method, path, spec }] : [];
  }),
);
/** The event of the processor is signed, and has no caller. */
const asked = operations.filter(({ spec }) => spec.access !== "public");

let acme: TestOrganization;
let stranger: Signed;
const members = {} as Record<MemberRole, Signed>;

beforeAll(async () => {
  // A second owner, so that the one who calls may leave.
  acme = await organization();
  stranger = await verified();
  for (const role of MEMBER_ROLES) members[role] = await member(acme, role);
});

/** A key of a member with every scope that there is for organizations; leaving, which the browser tries, has ended the former one. */
async function keyOf({ person }: Signed): Promise<string> {
  const scopes = ["read", "purchase", "execute", "publish"] as const;
  const made = { scopes, expiresAt: null, personId: person.id };
  return (await transaction((db) => issueFor(acme.id, {}, db, made))).api_key;
}

/** The path with parameters that name nothing, but for the organization. */
const filled = ({ path, spec }: Operation) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === "handle") return spec.isOfOrganization ? acme.handle : "unknown-handle";
    if (name === "month") return "2026-01";
    return /slug|path|code|kind|list/.test(name) ? "unknown" : newId();
  });

/** What a role is answered: the code of the refusal, or null if the table lets it pass. */
function refusalOf({ method, spec }: Operation, role: MemberRole): string | null {
  if (spec.access === "admin") return "forbidden";
  const permission = permissionOf(spec, method);
  if (permission === "person") return "not_for_organizations";
  return permission && rolesWith(permission).includes(role) ? null : "role_required";
}

const REFUSALS = ["forbidden", "role_required", "not_for_organizations", "wrong_account"];
const codeOf = (body: { error?: { code: string } }) => {
  const code = body.error?.code ?? null;
  return code && REFUSALS.includes(code) ? code : null;
};

test("the table knows every operation that changes something", () => {
  const unknown = asked.filter(({ method, spec }) => spec.access !== "admin" && permissionOf(spec, method) === null);
  expect(unknown.map(({ spec }) => spec.operationId)).toEqual([]);
  expect(asked.length).toBeGreaterThan(150);
});

describe.each(MEMBER_ROLES)("a member who is %s", (role) => {
  test("may call in a browser what the table says, and nothing else", async () => {
    const { person, visitor } = members[role];
    const wrong: string[] = [];
    for (const operation of asked) {
      await join(acme, person.id, role);
      const { body } = await visitor.api(operation.method, filled(operation), { headers: actingFor(acme) });
      const [found, wanted] = [codeOf(body), refusalOf(operation, role)];
      if (found !== wanted) wrong.push(`${operation.spec.operationId}: ${found} instead of ${wanted}`);
    }
    expect(wrong).toEqual([]);
  });

  test("may do no more with a key that has every scope", async () => {
    const wrong: string[] = [];
    const { person } = members[role];
    const key = await keyOf(members[role]);
    for (const operation of asked.filter(({ spec }) => spec.operationId !== "revokeKey")) {
      await join(acme, person.id, role);
      const { body } = await call(operation.method, filled(operation), { key });
      const wanted = refusalOf(operation, role);
      if (codeOf(body) !== wanted) wrong.push(`${operation.spec.operationId}: ${codeOf(body)} instead of ${wanted}`);
    }
    expect(wrong).toEqual([]);
  });
});

test("a stranger acts for no organization: nothing of it exists for them", async () => {
  const wrong: string[] = [];
  for (const operation of asked.filter(({ spec }) => !spec.isOfAdministrator)) {
    const { status, body } = await stranger.visitor.api(operation.method, filled(operation), {
      headers: actingFor(acme),
    });
    const wanted = operation.spec.isOfOrganization ? "404 not_found" : "409 wrong_account";
    if (`${status} ${body.error?.code}` !== wanted)
      wrong.push(`${operation.spec.operationId}: ${status} ${body.error?.code}`);
  }
  expect(wrong).toEqual([]);
});

test("the statement that charges knows what keys of each role may do", async () => {
  for (const role of MEMBER_ROLES) {
    const { rows } = await pool().query("SELECT member_scopes($1) AS scopes", [role]);
    expect(rows[0]?.scopes).toEqual(ROLE_SCOPES[role]);
  }
  const { rows } = await pool().query("SELECT member_scopes(NULL) AS scopes");
  expect(rows[0]?.scopes).toEqual([]);
});

test("an owner has every permission, and no role has one that an owner lacks", () => {
  expect(Object.values(PERMISSIONS).every(({ roles }) => (roles as readonly MemberRole[]).includes("owner"))).toBe(
    true,
  );
});
