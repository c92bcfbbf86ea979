import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What the stand-in says of who has signed in to it. */
type Person = { id: number; name: string | null; email: string; isVerified: boolean };

const CLIENT = { id: "our-client", secret: "our-secret" };

/** GitHub and Google in one HTTP server: authorization code with PKCE, and what each tells about its user. */
export async function startProvider() {
  const state = { person: { id: 1, name: "Ada", email: "ada@example.com", isVerified: true } as Person };
  const codes = new Map<string, { challenge: string; redirect: string; person: Person }>();
  const tokens = new Map<string, Person>();

  function authorize(query: URLSearchParams): string {
    const [redirect, challenge] = [query.get("redirect_uri") ?? "", query.get("code_challenge") ?? ""];
    if (query.get("client_id") !== CLIENT.id || query.get("code_challenge_method") !== "S256")
      throw new Error("a wrong request");
    const code = randomBytes(12).toString("hex");
    codes.set(code, { challenge, redirect, person: state.person });
    return `${redirect}?${new URLSearchParams({ code, state: query.get("state") ?? "" })}`;
  }

  function exchange(form: URLSearchParams, authorization: string | undefined): object {
    const basic = Buffer.from(authorization?.split(" ")[1] ?? "", "base64").toString();
    const secret = form.get("client_secret") ?? basic.split(":")[1];
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight = secret === CLIENT.secret && code?.challenge === challenge;
    if (!code || !isRight || code.redirect !== form.get("redirect_uri")) throw new Error("a wrong exchange");
    const token = randomBytes(12).toString("hex");
    tokens.set(token, code.person);
    return { access_token: token, token_type: "bearer" };
  }

  function tell(path: string, { id, name, email, isVerified }: Person): object {
    if (path === "/v1/userinfo") return { sub: `g-${id}`, name, email, email_verified: isVerified };
    if (path === "/api/v3/user") return { id, login: "ada-on-github", name };
    return [
      { email: "other@example.com", primary: false, verified: true },
      { email, primary: true, verified: isVerified },
    ];
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://provider.test");
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    try {
      if (/authorize|\/auth$/.test(url.pathname))
        return response.writeHead(302, { location: authorize(url.searchParams) }).end();
      const form = new URLSearchParams(Buffer.concat(parts).toString());
      const person = tokens.get(request.headers.authorization?.replace(/^Bearer /, "") ?? "");
      const answer = person ? tell(url.pathname, person) : exchange(form, request.headers.authorization);
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    } catch {
      response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_request"}');
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, client: CLIENT, state, stop: () => server.close() };
}
