import { readBytes } from "@/lib/interfaces/http/body";
import { nextPath } from "@/lib/interfaces/http/next-path";

/** Largest form: it takes a few short fields. */
const MAX_FORM_BYTES = 8 * 1024;

type Form = {
  page: string;
  /** Where to redirect after success; the form's page by default. */
  doneAt?: string;
};

/** Actions of forms that work without JavaScript, by path. */
const FORMS: Record<string, Form> = {
  "/register": { page: "/register" },
  "/sign-in/email": { page: "/sign-in" },
  "/two-factor/verify-totp": { page: "/sign-in/code" },
  "/two-factor/verify-recovery-code": { page: "/sign-in/code?kind=recovery" },
  "/request-password-reset": { page: "/reset-password", doneAt: "/reset-password?step=sent" },
  "/reset-password": { page: "/reset-password", doneAt: "/reset-password?step=done" },
};

/** A submitted form: the input of its action, and the redirect. */
export type SentForm = {
  input: Record<string, unknown>;
  doneAt: (body: Record<string, unknown>) => string;
  failedAt: (code: string, param: string | null) => string;
};

/**
 * Reads a form submission without JavaScript; null for any other request. Redirect URLs carry only codes, never user
 * input.
 */
export async function readForm(request: Request, action: string): Promise<SentForm | null> {
  const form = FORMS[action];
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (!form || type !== "application/x-www-form-urlencoded") return null;
  const bytes = await readBytes(request, MAX_FORM_BYTES);
  const sent = new URLSearchParams(Buffer.from(bytes).toString("utf8"));
  const next = nextPath(sent.get("next") ?? undefined);
  sent.delete("next");
  const given = [...sent].filter(([, value]) => value !== "");
  const input = Object.fromEntries(given.map(([name, value]) => [name, name === "end_keys" ? true : value]));
  return {
    input,
    doneAt: ({ status }) =>
      status === "two_factor_required" ? address("/sign-in/code", { next }) : (form.doneAt ?? next),
    // Keep the token of the reset link in the URL, so that the user can try another password.
    failedAt: (error, param) =>
      address(form.page, {
        ...(next !== "/" && { next }),
        ...(typeof input.token === "string" && { token: input.token }),
        error,
        ...(param && { param }),
      }),
  };
}

function address(path: string, query: Record<string, string>): string {
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams(query)}`;
}
