import { randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { liveDownload, packageOf, putPackage } from "@/tests/support/packages";
import { person } from "@/tests/support/people";
import { totpOf } from "@/tests/support/totp";
import { startUpstream, UPSTREAM } from "@/tests/support/upstream";
import { Visitor } from "@/tests/support/visitor";

/** Test files name it in `OIDC_ISSUERS`, as `vi.hoisted` does, before anything reads the settings. */
export const ISSUER = `http://${UPSTREAM}`;
export const FREE = { pricing_type: "usage", price: null, price_per_call: 0 };
export const PUBLISHER = {
  issuer: ISSUER,
  repository: "ada/minutes",
  workflow: ".github/workflows/release.yml",
  refs: ["refs/heads/main", "refs/tags/v*"],
};

export type Pair = Awaited<ReturnType<typeof generateKeyPair>> & { kid: string };
export const newPair = async (kid: string): Promise<Pair> => ({ ...(await generateKeyPair("RS256")), kid });
/** The keys that the issuer publishes now; a test exchanges them. */
export const issuer = { keys: [] as Pair[] };

/** Starts an issuer of tokens as GitHub Actions is one, and the product that takes them. Call it in `beforeAll`. */
export async function startIssuer() {
  issuer.keys = [await newPair("first")];
  const host = createHost((_, response) => response.writeHead(404).end());
  const upstream = await startUpstream({
    "openid-configuration": (_, response) => response.end(JSON.stringify({ jwks_uri: `${ISSUER}/jwks` })),
    jwks: async (_, response) => {
      const keys = await Promise.all(
        issuer.keys.map(async ({ publicKey, kid }) => ({ ...(await exportJWK(publicKey)), kid })),
      );
      response.end(JSON.stringify({ keys }));
    },
    // As GitHub Actions gives a run its token.
    token: async ({ path }, response) => {
      const audience = new URL(path, ISSUER).searchParams.get("audience") ?? "";
      response.end(JSON.stringify({ value: await tokenOf({}, { audience }) }));
    },
  });
  base = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}`;
  return {
    base,
    close: async () => {
      await drain(host);
      await upstream.close();
    },
  };
}
let base = "";

/** The claims of a run as GitHub Actions states them. */
export const CLAIMS = {
  repository: "ada/minutes",
  repository_id: "101",
  repository_owner_id: "7",
  workflow_ref: "ada/minutes/.github/workflows/release.yml@refs/heads/main",
  ref: "refs/heads/main",
  sha: "4f1c2e9a7b6d5c3e2f1a0b9c8d7e6f5a4b3c2d1e",
  event_name: "push",
  run_id: "42",
};

export function tokenOf(
  claims: object = {},
  { audience = "http://market.test", life = 300, pair = issuer.keys[0] } = {},
) {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ ...CLAIMS, jti: randomUUID(), ...claims })
    .setProtectedHeader({ alg: "RS256", kid: pair?.kid ?? "" })
    .setIssuer(ISSUER)
    .setAudience(audience)
    .setIssuedAt(life < 0 ? now + life - 60 : now)
    .setExpirationTime(now + life)
    .sign((pair as Pair).privateKey);
}

export async function exchange(slug: string, token: string) {
  const response = await fetch(`${base}/oidc/exchange`, {
    method: "POST",
    body: JSON.stringify({ token, skill: slug }),
  });
  return { status: response.status, body: await response.json() };
}
export const reasonOf = async (slug: string, token: string) => {
  const { status, body } = await exchange(slug, token);
  return status === 200 ? 200 : [status, body.error.code, body.error.details.reason];
};

/** A seller in a browser, with a free package whose trusted publisher is named. */
export async function trusted(fields: object = {}) {
  const seller = await person();
  const skill = await liveDownload(seller, FREE);
  const browser = new Visitor();
  await browser.signIn(seller.email);
  const set = (body: object = {}) =>
    browser.api("PUT", `/v1/developer/skills/${skill.id}/trusted-publisher`, { body: { ...PUBLISHER, ...body } });
  expect((await set(fields)).status).toBe(200);
  return { seller, skill, browser, set };
}

/** Switches on two-factor authentication. Returns what shows its codes. */
export async function withCodes(browser: Visitor): Promise<(steps?: number) => string> {
  const { body } = await browser.post("/two-factor/enable", { password: "a long password" });
  const uri = String(body.totp_uri);
  expect((await browser.post("/two-factor/verify-totp", { code: totpOf(uri) })).status).toBe(200);
  return (steps = 0) => totpOf(uri, steps);
}

export const release = (key: string, { id, slug }: { id: string; slug: string }, version = "1.1.0") =>
  putPackage(key, id, packageOf(slug, version, version));
