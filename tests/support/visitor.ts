import { rememberSocketAddress } from "@/lib/interfaces/http/address";
import { answerBrowser } from "@/lib/interfaces/http/browser";
import { type Answer, type CallOptions, call } from "@/tests/support/api";
import { type Person, person } from "@/tests/support/people";
import { totpOf } from "@/tests/support/totp";

const ORIGIN = new URL(process.env.PUBLIC_URL ?? "http://market.test").origin;

/** A browser as the product sees it: a jar of cookies that asks from our own pages, at an address of its own. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  address: string;
  /** Every `Set-Cookie` line so far, as it came. */
  readonly lines: string[] = [];

  constructor(address = "203.0.113.20") {
    this.address = address;
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Asks the session paths, as our pages do. */
  async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const request = new Request(`${ORIGIN}/api/auth${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: ORIGIN,
        "user-agent": "Test browser",
        cookie: this.cookie,
        ...headers,
      },
      body: JSON.stringify(body),
    });
    rememberSocketAddress(request, this.address);
    const response = await answerBrowser(request);
    this.keep(response.headers.getSetCookie());
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  }

  /** Follows a link of the session paths, from our own page unless the headers say otherwise. Returns where it leads. */
  async follow(path: string, headers: Record<string, string> = { "sec-fetch-site": "same-origin" }) {
    const request = new Request(`${ORIGIN}/api/auth${path}`, {
      headers: { cookie: this.cookie, ...headers },
    });
    rememberSocketAddress(request, this.address);
    const response = await answerBrowser(request);
    this.keep(response.headers.getSetCookie());
    return { status: response.status, location: response.headers.get("location") ?? "" };
  }

  /** Sends a form of our own page, unless the headers say otherwise. Returns where it leads, also where a page leads on. */
  async submit(path: string, body: string, headers: Record<string, string> = { "sec-fetch-site": "same-origin" }) {
    const type = "application/x-www-form-urlencoded";
    const request = new Request(`${ORIGIN}/api/auth${path}`, {
      method: "POST",
      headers: { cookie: this.cookie, origin: ORIGIN, "content-type": type, ...headers },
      body,
    });
    rememberSocketAddress(request, this.address);
    const response = await answerBrowser(request);
    this.keep(response.headers.getSetCookie());
    const on = response.headers.get("refresh")?.replace("0; url=", "");
    return { status: response.status, location: response.headers.get("location") ?? on ?? "" };
  }

  keep(lines: string[]): void {
    this.lines.push(...lines);
    for (const line of lines) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }

  /** Calls the API with this browser's session. */
  api(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    return call(method, path, {
      address: this.address,
      ...options,
      headers: { origin: ORIGIN, cookie: this.cookie, ...options.headers },
    });
  }

  signIn(email: string, password = "a long password"): Promise<Answer> {
    return this.post("/sign-in/email", { email, password });
  }

  /** Whether this browser's session is alive. */
  async isSignedIn(): Promise<boolean> {
    return (await this.api("GET", "/v1/balance")).status === 200;
  }
}

/** Switches two-factor on for a signed-in browser. */
export async function withTwoFactor(visitor: Visitor, password = "a long password") {
  const { body } = await visitor.post("/two-factor/enable", { password });
  const uri = String(body.totp_uri);
  const prove = () => visitor.post("/two-factor/verify-totp", { code: totpOf(uri, -1) });
  // The code before this one is over if its successor's time ends on the way.
  if ((await prove()).status !== 200 && (await prove()).status !== 200) throw new Error("no code was taken");
  return { uri, codes: body.recovery_codes as string[] };
}

/** A browser in which somebody has signed in. */
export async function signedIn({ email }: { email: string }, password = "a long password"): Promise<Visitor> {
  const visitor = new Visitor();
  const { status } = await visitor.post("/sign-in/email", { email, password });
  if (status !== 200) throw new Error(`signing in was answered ${status}`);
  return visitor;
}

/** Somebody new, and the browser in which they are signed in. */
export async function someoneSignedIn(): Promise<{ someone: Person; visitor: Visitor }> {
  const someone = await person();
  return { someone, visitor: await signedIn(someone) };
}

/** The code of a failure. */
export const codeOf = ({ body }: { body: { error?: { code: string } } }) => body.error?.code;
