import { z } from "zod";
import { sessionCookie } from "@/lib/identity/accounts/auth";
import * as passkeys from "@/lib/identity/accounts/passkeys";
import * as providerSignIn from "@/lib/identity/accounts/provider-sign-in";
import { RegisterInput } from "@/lib/identity/accounts/schemas";
import * as accounts from "@/lib/identity/accounts/service";
import { authenticateSession } from "@/lib/identity/accounts/session-callers";
import {
  AddPasskeyInput,
  ChangePasswordInput,
  EmailInput,
  OwnerInput,
  PasskeySignInInput,
  RecoveryInput,
  RemovePasskeyInput,
  RemoveProviderInput,
  ResetInput,
  SignInInput,
  TotpInput,
} from "@/lib/identity/accounts/session-schemas";
import * as sessions from "@/lib/identity/accounts/sessions";
import { clientAddress, loggedAddress } from "@/lib/interfaces/http/address";
import { jsonResponse } from "@/lib/interfaces/http/answer";
import { MAX_FIELDS_BYTES, readJson } from "@/lib/interfaces/http/body";
import { readForm, type SentForm } from "@/lib/interfaces/http/browser-forms";
import { answerProvider, failedAt, providerAction } from "@/lib/interfaces/http/browser-providers";
import { type Asked, throughDoor } from "@/lib/interfaces/http/door";
import { parseInput } from "@/lib/interfaces/http/input";
import { readOnly } from "@/lib/interfaces/http/read-only";
import { requireSameOrigin } from "@/lib/interfaces/http/session";
import { count } from "@/lib/platform/core/counts";
import { AppError, notFound } from "@/lib/platform/core/errors";
import { log } from "@/lib/platform/core/log";

/** Sign-in, sign-out and changes of credentials for the pages. Not part of the API: keys are not accepted. */
export const SESSION_PREFIX = "/api/auth";

type Action = {
  /** Counts the attempt before the body is read, for limits that need only the browser. */
  count?: (browser: sessions.Browser) => Promise<void>;
  run: (browser: sessions.Browser, body: unknown) => Promise<sessions.Outcome>;
};

const action = <S extends z.ZodType>(
  schema: S,
  run: (browser: sessions.Browser, input: z.output<S>) => Promise<sessions.Outcome>,
  count?: Action["count"],
): Action => ({
  ...(count && { count }),
  run: (browser, body) => run(browser, parseInput(schema, body)),
});

const ACTIONS: Record<string, Action> = {
  "/register": action(RegisterInput, accounts.registerInBrowser, accounts.countRegistration),
  "/sign-in/email": action(SignInInput, sessions.signIn, sessions.countSignIn),
  "/two-factor/verify-totp": action(TotpInput, (browser, { code }) => sessions.secondStep(browser, "totp", code)),
  "/two-factor/verify-recovery-code": action(RecoveryInput, (browser, { code }) =>
    sessions.secondStep(browser, "recovery", code),
  ),
  "/sign-out": action(z.strictObject({}), sessions.signOut),
  "/request-password-reset": action(EmailInput, (_, { email }) => sessions.requestReset(email), sessions.countReset),
  "/reset-password": action(ResetInput, (_, input) => sessions.resetPassword(input), sessions.countReset),
  "/change-password": action(ChangePasswordInput, sessions.changePassword),
  "/two-factor/enable": action(OwnerInput, (browser, { password }) => sessions.enableTwoFactor(browser, password)),
  "/two-factor/disable": action(OwnerInput, (browser, { password }) => sessions.disableTwoFactor(browser, password)),
  "/two-factor/recovery-codes": action(OwnerInput, (browser, { password }) =>
    sessions.renewRecoveryCodes(browser, password),
  ),
  // A challenge is counted as an attempt to sign in; its answer can't be guessed.
  "/passkey/challenge": action(z.strictObject({}), passkeys.challenge, sessions.countSignIn),
  "/passkey/sign-in": action(PasskeySignInInput, passkeys.signIn),
  "/passkey/begin": action(OwnerInput, passkeys.begin),
  "/passkey/add": action(AddPasskeyInput, passkeys.add),
  "/passkey/remove": action(RemovePasskeyInput, passkeys.remove),
  "/provider/remove": action(RemoveProviderInput, providerSignIn.remove),
};

/** Handles sign-in, sign-out and changes of credentials from our own pages; others get bad_origin. */
export async function answerBrowser(request: Request): Promise<Response> {
  const startedAt = performance.now();
  // A form is answered with a redirect, whether it was right or wrong.
  const outcome = { status: 200, code: "ok", form: null as SentForm | null };
  const response = await throughDoor(
    request,
    {
      failure: "a browser session failed",
      refuse: ({ status, code, body, headers }, error) => {
        Object.assign(outcome, { status, code });
        const param = error instanceof AppError ? error.param : null;
        const url = new URL(request.url);
        const page =
          outcome.form?.failedAt(code, param) ?? failedAt(url, url.pathname.slice(SESSION_PREFIX.length), code);
        return page ? leadTo(page) : jsonResponse(status, body, headers);
      },
    },
    (asked) => respond(asked, outcome),
  );
  noteSessionRequest(request, { ...outcome, durationMs: performance.now() - startedAt });
  return response;
}

/** Logs and counts successful and failed sign-ins, without their input. */
function noteSessionRequest(
  request: Request,
  { status, code, durationMs }: { status: number; code: string; durationMs: number },
): void {
  const path = new URL(request.url).pathname.slice(SESSION_PREFIX.length);
  const action = providerAction(path) ?? (ACTIONS[path] ? path.slice(1) : "unknown");
  count("session_requests_total", { action, status: String(status) });
  const duration_ms = Math.round(durationMs * 10) / 10;
  const client = loggedAddress(clientAddress(request));
  log.info({ action, status, code, client, duration_ms }, "session request");
}

async function respond(
  { request, path: whole, address }: Asked,
  outcome: { status: number; form: SentForm | null },
): Promise<Response> {
  const path = whole.slice(SESSION_PREFIX.length);
  await requireNoView(request, path);
  const led = await answerProvider(request, path, address);
  if (led) {
    outcome.status = led.status;
    return led;
  }
  const wanted = ACTIONS[path];
  if (!wanted || request.method !== "POST") throw notFound();
  requireSameOrigin(request);
  const form = await readForm(request, path);
  outcome.form = form;
  const browser = { headers: request.headers, address };
  await wanted.count?.(browser);
  const input = form ? form.input : await readJson(request, MAX_FIELDS_BYTES);
  const { body, cookies } = await wanted.run(browser, input);
  const response = form ? leadTo(form.doneAt(body)) : jsonResponse(200, JSON.stringify(body));
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}

/** The credentials are the administrator's: while they view another account, they can only sign out. */
async function requireNoView({ headers }: Request, path: string): Promise<void> {
  if (path === "/sign-out" || !sessionCookie(headers.get("cookie") ?? "")) return;
  const caller = await authenticateSession(headers);
  if (caller?.impersonation) throw readOnly();
}

function leadTo(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
