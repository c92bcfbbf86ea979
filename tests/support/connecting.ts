import {
  auth,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
} from "@modelcontextprotocol/client";
import type { Visitor } from "@/tests/support/visitor";

type Decision = Record<string, unknown>;
export const REDIRECT = "http://127.0.0.1:8123/callback";

/** A program's side of OAuth, as the official MCP client asks for it: everything in memory. */
export class TestProgram implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  /** Where the person's browser is to be sent. */
  asked: URL | null = null;
  known: OAuthClientInformationMixed | undefined;
  held: OAuthTokens | undefined;
  private verifier = "";

  readonly clientMetadata = {
    client_name: "Test agent",
    redirect_uris: [REDIRECT],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
  clientInformation = () => this.known;
  saveClientInformation = (information: OAuthClientInformationMixed) => {
    this.known = information;
  };
  tokens = () => this.held;
  saveTokens = (tokens: OAuthTokens) => {
    this.held = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.asked = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier;
  };
  codeVerifier = () => this.verifier;
  state = () => "state-of-the-program";
}

/** Opens an address in a visitor's browser, which follows no redirect. Returns where it would go. */
export async function open(visitor: Visitor | null, address: URL | string): Promise<URL> {
  const response = await fetch(address, {
    redirect: "manual",
    headers: visitor ? { cookie: visitor.cookie } : {},
  });
  return new URL(response.headers.get("location") ?? "about:blank", address);
}

/** Answers the page of consent. Returns the API's answer. */
export function decide(visitor: Visitor, page: URL, decision: Decision = {}) {
  return visitor.api("POST", "/v1/account/connections", {
    body: { query: page.search.slice(1), approved: true, ...decision },
  });
}

/** Lets a program connect to an MCP server by its address alone, with a person who consents. */
export async function connectProgram(
  program: TestProgram,
  visitor: Visitor,
  serverUrl: string,
  decision: Decision = {},
): Promise<void> {
  if ((await auth(program, { serverUrl })) !== "REDIRECT") throw new Error("no consent was asked for");
  const page = await open(visitor, program.asked as URL);
  const { status, body } = await decide(visitor, page, decision);
  if (status !== 200) throw new Error(`the consent was refused: ${JSON.stringify(body)}`);
  const back = new URL(String(body.redirect_to));
  await auth(program, {
    serverUrl,
    authorizationCode: back.searchParams.get("code") ?? "",
    iss: back.searchParams.get("iss") ?? "",
  });
}

/** Asks the token endpoint by hand. */
export async function askForToken(origin: string, fields: Record<string, string>) {
  const response = await fetch(`${origin}/oauth2/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

/** Tokens that a program asks for without naming a resource. */
export async function tokensForApi(
  visitor: Visitor,
  program: TestProgram,
  origin: string,
  decision: Decision = {},
): Promise<Record<string, string>> {
  await auth(Object.assign(program, { held: undefined }), { serverUrl: `${origin}/mcp` });
  const asked = new URL(String(program.asked));
  asked.searchParams.delete("resource");
  const { body } = await decide(visitor, await open(visitor, asked), decision);
  const answer = await askForToken(origin, {
    grant_type: "authorization_code",
    code: new URL(String(body.redirect_to)).searchParams.get("code") ?? "",
    client_id: program.known?.client_id ?? "",
    redirect_uri: REDIRECT,
    code_verifier: program.codeVerifier(),
  });
  return answer.body;
}
