import { Marketplace } from "../../sdk/src/index.js";
import { CliError, EXIT } from "./failure.ts";

/**
 * The token that the CI gives this run for an audience: GitHub Actions on request, GitLab CI in a variable. Null outside of a CI that gives
 * one. Throws CliError when it can't be had.
 */
export async function ciToken(audience: string): Promise<string | null> {
  const {
    SKM_ID_TOKEN: given,
    ACTIONS_ID_TOKEN_REQUEST_URL: url,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: bearer,
  } = process.env;
  if (given) return given;
  if (!url || !bearer) return null;
  const response = await fetch(`${url}&audience=${encodeURIComponent(audience)}`, {
    headers: { authorization: `Bearer ${bearer}` },
  });
  if (!response.ok) throw new CliError(`The CI didn't issue a token (HTTP ${response.status}).`);
  return ((await response.json()) as { value: string }).value;
}

/** Sends a version of a skill with the key that the marketplace gives for the run's token. Throws CliError. */
export async function release(
  baseUrl: string,
  token: string,
  { slug, archive, bundle }: { slug: string; archive: Buffer; bundle: object | null },
) {
  const response = await fetch(`${baseUrl}/oidc/exchange`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token, skill: slug }),
  });
  const body = (await response.json()) as { api_key: string; skill_id: string; error?: { message: string } };
  if (!response.ok) throw new CliError(body.error?.message ?? `Status ${response.status}`, EXIT.signIn);
  const market = new Marketplace({ baseUrl, apiKey: body.api_key });
  const path = `/v1/developer/skills/${body.skill_id}/package`;
  const sent = { body: new Uint8Array(archive), contentType: "application/zip" };
  const { version, sha256 } = await market.request<{ version: string; sha256: string }>("PUT", path, sent);
  if (bundle) await market.request("PUT", `${path}/bundle`, { body: { bundle } });
  return { id: body.skill_id, slug, version, sha256 };
}
