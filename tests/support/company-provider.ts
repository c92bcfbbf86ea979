import { once } from "node:events";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";

/** Somebody at the provider of a company. */
export type Employee = { sub: string; email?: string; email_verified?: boolean; name?: string };

export const CLIENT = { id: "skills-marketplace", secret: "a-client-secret-of-a-company" };

/** A real OpenID Connect provider on loopback, at which everybody is signed in as `state.employee`. */
export async function startCompanyProvider(port: number, redirectUris: string) {
  const state: { employee: Employee; isDenied: boolean; requests: string[] } = {
    employee: { sub: "nobody" },
    isDenied: false,
    requests: [],
  };
  const employees = new Map<string, Employee>();
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const provider = new Provider(`http://127.0.0.1:${port}`, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUris],
        grant_types: ["authorization_code"],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: "first", alg: "RS256", use: "sig" }] },
    cookies: { keys: ["loopback"] },
    pkce: { required: () => true },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => "/interaction" },
    findAccount: (_, sub) => {
      const employee = employees.get(sub);
      return employee && { accountId: sub, claims: () => ({ ...employee }) };
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? "",
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  // Each organization has its own, which a test registers by setting it up.
  const client = provider.Client.prototype as { redirectUriAllowed?: (uri: string) => boolean };
  client.redirectUriAllowed = (uri) => uri.startsWith(redirectUris);
  const answer = provider.callback();
  const server = createServer((request, response) => {
    state.requests.push(`${request.method} ${request.url?.split("?")[0]}`);
    if (!request.url?.startsWith("/interaction")) {
      answer(request, response);
      return;
    }
    const { employee, isDenied } = state;
    employees.set(employee.sub, employee);
    const result = isDenied ? { error: "access_denied" } : { login: { accountId: employee.sub, remember: false } };
    provider.interactionFinished(request, response, result).catch(() => response.destroy());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${port}`,
    state,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Follows a browser through the provider's pages until it is sent back. Returns the path, with its query, at which it comes back. */
export async function throughProvider(location: string): Promise<string> {
  const jar = new Map<string, string>();
  let at = location;
  for (let hops = 0; hops < 10; hops++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answered = await fetch(at, { redirect: "manual", headers: { cookie } });
    await answered.arrayBuffer();
    for (const line of answered.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    const next = answered.headers.get("location");
    if (next === null) throw new Error(`the provider answered ${answered.status} at ${at}`);
    const url = new URL(next, at);
    const [, back] = /^\/api\/auth(\/callback\/company\/.+)$/.exec(url.pathname) ?? [];
    if (back) return back + url.search;
    at = url.href;
  }
  throw new Error("the provider sends the browser in circles");
}
