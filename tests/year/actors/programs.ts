/** Programs that people connect: they register, ask for consent, and act by tokens that they refresh and give up. */
import { createHash, randomBytes } from "node:crypto";
import { rememberSocketAddress } from "@/lib/interfaces/http/address";
import { answerOAuth } from "@/lib/interfaces/http/oauth";
import { query } from "@/lib/platform/core/db";
import type { Answer } from "@/tests/support/api";
import { REDIRECT } from "@/tests/support/connecting";
import type { Visitor } from "@/tests/support/visitor";
import { type Context, kind, person, pickFrom, pickRef } from "@/tests/year/actors/kinds";
import { asNobody, idOf, signIn, slugOf, type World } from "@/tests/year/actors/world";
import { isListed } from "@/tests/year/model/callers";
import * as connections from "@/tests/year/model/connections";
import { CREDIT } from "@/tests/year/model/credits";

const ADDRESS = "203.0.113.30";
const SCOPES = ["read", "purchase", "execute", "publish"] as const;
const ORIGIN = new URL(process.env.PUBLIC_URL ?? "http://market.test").origin;

/** Asks a path of the protocol, with a form or JSON as its body. */
async function ask(path: string, body: URLSearchParams | object | null, cookie = ""): Promise<Answer> {
  const isForm = body instanceof URLSearchParams;
  const request = new Request(`${ORIGIN}/oauth2${path}`, {
    method: body === null ? "GET" : "POST",
    headers: {
      cookie,
      ...(body && { "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json" }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  rememberSocketAddress(request, ADDRESS);
  const { status, headers, ...response } = await answerOAuth(request).then(async (answer) => ({
    status: answer.status,
    headers: answer.headers,
    text: await answer.text(),
  }));
  const found = response.text === "" ? {} : JSON.parse(response.text);
  // The protocol has errors of its own, which the model knows by the same names.
  const error =
    typeof found.error === "string" ? { code: found.error, message: found.error_description ?? "" } : found.error;
  const isDone = status === 200 || status === 201;
  return { status: isDone ? 200 : status, headers, text: response.text, body: { ...found, ...(error && { error }) } };
}

/** Leads a person to the page of consent, where they let the program do what it may, and gets its tokens. */
async function connect(world: World, op: connections.Consent, visitor: Visitor): Promise<Answer> {
  const { ids, programs } = world;
  const clientId = programs.get(op.program)?.clientId ?? "";
  const verifier = randomBytes(32).toString("base64url");
  const asked = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    scope: [...SCOPES, "offline_access"].join(" "),
    state: "of the program",
    resource: `${ORIGIN}${op.door === "mcp" ? "/mcp" : "/v1"}`,
  });
  const page = await ask(`/authorize?${asked}`, null, visitor.cookie);
  const decided = await visitor.api("POST", "/v1/account/connections", {
    body: {
      query: new URL(page.headers.get("location") ?? "", ORIGIN).search.slice(1),
      approved: true,
      scopes: op.scopes,
      skills: op.skills.map((ref) => slugOf(world, ref)),
      credit_limit: Number(op.limit.amount) / 1e6,
      credit_limit_interval: op.limit.interval,
      ask_above: op.askAbove === null ? null : Number(op.askAbove) / 1e6,
      replace_former: op.replaces,
      expires_in_days: op.days,
    },
  });
  if (decided.status !== 200) return decided;
  const [made] = await query<{ id: string }>(
    "year.connected",
    "SELECT id FROM api_key WHERE account_id = $1 AND client_id = $2 ORDER BY created_at DESC LIMIT 1",
    [idOf(world, op.account), clientId],
  );
  ids.set(op.as, made?.id ?? "");
  return ask(
    "/token",
    new URLSearchParams({
      grant_type: "authorization_code",
      code: new URL(String(decided.body.redirect_to)).searchParams.get("code") ?? "",
      client_id: clientId,
      redirect_uri: REDIRECT,
      code_verifier: verifier,
    }),
  );
}

const keep = ({ secrets, refreshTokens }: World, key: string, { body }: Answer) => {
  secrets.set(key, String(body.access_token));
  refreshTokens.set(key, String(body.refresh_token));
};

/** A connected key, and its program; those that may still be refreshed mostly. */
function connectedKey(context: Context): { key: string; program: string } | null {
  const { market, target, random } = context;
  const all = [...market.keys.values()].filter(({ program }) => program !== null);
  const own = all.filter(({ ref, program, owner }) => [ref, program, owner].includes(target ?? ""));
  const living = all.filter(({ revokedAt }) => revokedAt === null);
  const from = own.length > 0 ? own : living.length > 0 && random.chance(0.9) ? living : all;
  const found = pickFrom(context, from);
  return found?.program ? { key: found.ref, program: found.program } : null;
}

export const PROGRAMS = {
  register_program: kind<{ as: string }>({
    weight: 0.3,
    make: ({ name }) => ({ as: name("g") }),
    model: connections.registerProgram,
    send: (_, { as }) =>
      ask("/register", {
        client_name: `Program ${as}`,
        redirect_uris: [REDIRECT],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      }),
    learn: ({ programs }, { as }, { body }) => programs.set(as, { clientId: String(body.client_id) }),
  }),
  connect: kind<connections.Consent>({
    weight: 1,
    needs: "program",
    make: (context) => {
      const { market, random, target, name } = context;
      const program = pickRef(context, market.programs);
      const account = target !== null && market.accounts.has(target) ? target : person(context);
      if (!program || !account) return null;
      const some = SCOPES.filter(() => random.chance(0.8));
      const onSale = random.chance(0.2) ? pickFrom(context, market.skills.values()) : null;
      return {
        account,
        program,
        as: name("k"),
        scopes: some.length > 0 ? some : ["read"],
        skills: onSale && (isListed(market, onSale) || random.chance(0.3)) ? [onSale.ref] : [],
        limit: { amount: String(BigInt(1 + random.below(8)) * CREDIT), interval: random.pick(["day", "month"]) },
        askAbove: random.chance(0.4) ? null : String(BigInt(random.below(40)) * 50_000n),
        days: random.pick([1, 7, 90]),
        replaces: random.chance(0.7),
        door: random.chance(0.6) ? "api" : "mcp",
      };
    },
    model: connections.connect,
    send: async (world, op) => {
      const visitor = await signIn(world.market.accounts.get(op.account)?.email ?? "");
      return visitor ? connect(world, op, visitor) : asNobody();
    },
    learn: (world, { as }, answer) => keep(world, as, answer),
  }),
  refresh: kind<{ key: string; program: string }>({
    isFixed: true,
    weight: 1.5,
    needs: "key",
    make: connectedKey,
    model: connections.refresh,
    send: ({ programs, refreshTokens }, { key, program }) =>
      ask(
        "/token",
        new URLSearchParams({
          grant_type: "refresh_token",
          refresh_token: refreshTokens.get(key) ?? "",
          client_id: programs.get(program)?.clientId ?? "",
        }),
      ),
    learn: (world, { key }, answer) => keep(world, key, answer),
  }),
  revoke_tokens: kind<{ key: string; program: string }>({
    isFixed: true,
    weight: 0.2,
    needs: "key",
    make: connectedKey,
    model: connections.revokeTokens,
    send: ({ programs, refreshTokens }, { key, program }) =>
      ask(
        "/revoke",
        new URLSearchParams({
          token: refreshTokens.get(key) ?? "",
          client_id: programs.get(program)?.clientId ?? "",
        }),
      ),
  }),
};
