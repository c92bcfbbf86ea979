import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { CliError, EXIT } from "./failure.ts";

/** What a sign-in by browser leaves: tokens of OAuth, and where they are renewed and revoked. */
export type Session = {
  clientId: string;
  accessToken: string;
  refreshToken: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  tokenEndpoint: string;
  revocationEndpoint: string;
};

type Server = {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  registration_endpoint: string;
  revocation_endpoint: string;
};
type Tokens = { access_token: string; refresh_token?: string; expires_in: number };

const SCOPES = "read purchase execute publish offline_access";
/** How long somebody may take to sign in and consent. */
const CONSENT_MS = 10 * 60 * 1000;
const REQUEST_MS = 30_000;
/** A token that is about to expire is renewed first. */
const RENEW_BEFORE_MS = 60_000;

const random = () => randomBytes(32).toString("base64url");

/**
 * Signs in by OAuth: `open` gets the address of the page where a person consents, whose answer comes back to a port of
 * this machine. Throws CliError.
 */
export async function authorize(baseUrl: string, open: (url: string) => void): Promise<Session> {
  const server = await askJson<Server>(`${baseUrl}/.well-known/oauth-authorization-server`);
  const loopback = await listen();
  try {
    const { client_id: clientId } = await askJson<{ client_id: string }>(server.registration_endpoint, {
      client_name: `skm on ${hostname()}`.slice(0, 80),
      application_type: "native",
      redirect_uris: [loopback.address],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    });
    const [state, verifier, resource] = [random(), random(), `${server.issuer}/v1`];
    const asked = new URL(server.authorization_endpoint);
    asked.search = String(
      new URLSearchParams({
        response_type: "code",
        client_id: clientId,
        redirect_uri: loopback.address,
        scope: SCOPES,
        state,
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        code_challenge_method: "S256",
        resource,
      }),
    );
    open(asked.href);
    const answer = await loopback.answer(state);
    const issuer = answer.get("iss");
    if (issuer !== null && issuer !== server.issuer)
      throw new CliError(`Another server than ${server.issuer} answered.`, EXIT.signIn);
    const tokens = await exchange(server.token_endpoint, {
      grant_type: "authorization_code",
      code: answer.get("code") ?? "",
      redirect_uri: loopback.address,
      client_id: clientId,
      code_verifier: verifier,
      resource,
    });
    return {
      clientId,
      tokenEndpoint: server.token_endpoint,
      revocationEndpoint: server.revocation_endpoint,
      ...heldOf(tokens, ""),
    };
  } finally {
    loopback.close();
  }
}

/** A session whose token is good for the next minute: the same one, or a renewed one. Throws CliError when it is over. */
export async function renewed(session: Session): Promise<Session> {
  if (session.expiresAt - Date.now() > RENEW_BEFORE_MS) return session;
  const tokens = await exchange(session.tokenEndpoint, {
    grant_type: "refresh_token",
    refresh_token: session.refreshToken,
    client_id: session.clientId,
  });
  return { ...session, ...heldOf(tokens, session.refreshToken) };
}

/** Ends a session: with its refresh token, its access tokens end. Throws CliError when the marketplace can't be reached. */
export async function revoke({ revocationEndpoint, clientId, refreshToken }: Session): Promise<void> {
  const body = new URLSearchParams({ token: refreshToken, client_id: clientId });
  await ask(revocationEndpoint, body).catch((error: unknown) => {
    // Refused: the session was ended on the page of keys, or is too old.
    if (!(error instanceof CliError && error.exitCode === EXIT.signIn)) throw error;
  });
}

const heldOf = (tokens: Tokens, refreshToken: string) => ({
  accessToken: tokens.access_token,
  refreshToken: tokens.refresh_token ?? refreshToken,
  expiresAt: Date.now() + tokens.expires_in * 1000,
});

const exchange = async (endpoint: string, fields: Record<string, string>) =>
  (await (await ask(endpoint, new URLSearchParams(fields))).json()) as Tokens;

async function askJson<Answer>(url: string, body?: object): Promise<Answer> {
  return (await (await ask(url, body && JSON.stringify(body))).json()) as Answer;
}

async function ask(url: string, body?: string | URLSearchParams): Promise<Response> {
  const json = typeof body === "string" && { headers: { "content-type": "application/json" } };
  const answer = await fetch(url, {
    ...(body !== undefined && { method: "POST", body, ...json }),
    signal: AbortSignal.timeout(REQUEST_MS),
  }).catch(() => {
    throw new CliError(`${new URL(url).origin} cannot be reached. Check the address and your connection.`);
  });
  if (answer.ok) return answer;
  const refused = (await answer.json().catch(() => ({}))) as {
    error_description?: string;
    error?: { message?: string };
  };
  const why = refused.error_description ?? refused.error?.message ?? `it answered ${answer.status}`;
  throw new CliError(`The sign-in failed: ${why}. Run \`skm login\` again.`, EXIT.signIn);
}

/** Waits for the browser at a loopback port of this machine. */
async function listen() {
  let resolve: (answer: URLSearchParams) => void = () => {};
  const promise = new Promise<URLSearchParams>((done) => {
    resolve = done;
  });
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (url.pathname !== "/callback") return response.writeHead(404).end();
    const text = url.searchParams.has("code") ? "You are signed in." : "You are not signed in.";
    response
      .writeHead(200, { "content-type": "text/plain; charset=utf-8", connection: "close" })
      .end(`${text} Close this window and return to the terminal.\n`);
    resolve(url.searchParams);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const timeout = setTimeout(() => resolve(new URLSearchParams({ error: "timeout" })), CONSENT_MS);
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    answer: async (state: string) => {
      const answer = await promise;
      const error = answer.get("error");
      if (error === "access_denied") throw new CliError("Access was refused in the browser.", EXIT.signIn);
      if (error === "timeout") throw new CliError("No one consented within 10 minutes.", EXIT.signIn);
      if (error !== null || answer.get("state") !== state)
        throw new CliError(`The sign-in failed: ${error ?? "the answer is not to our request"}.`, EXIT.signIn);
      return answer;
    },
    close: () => {
      clearTimeout(timeout);
      server.close();
      server.closeAllConnections();
    },
  };
}
