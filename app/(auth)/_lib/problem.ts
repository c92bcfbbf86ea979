type Text = string | string[] | undefined;

/** Messages of errors by code, for forms submitted without JavaScript. */
const TEXTS: Record<string, string> = {
  wrong_credentials: "Wrong email or password.",
  account_suspended: "This account is suspended. Our email says why and how to appeal.",
  email_taken: "An account with this email already exists. Sign in instead.",
  registration_closed: "New accounts can't be created at the moment, or only by invitation.",
  wrong_code: "Wrong or used code. Enter the next one that your app shows.",
  sign_in_again: "The time to enter the code has run out, or too many codes were wrong. Sign in again.",
  link_expired: "This link has expired or was already used. Request a new one.",
  provider_denied: "You cancelled the sign-in. Try again, or choose another way.",
  provider_email: "There is no verified email on that account. Verify it there, or sign in another way.",
  provider_not_linked:
    "An account with this email exists, but its email is not confirmed yet. Sign in with your password and confirm it, or reset the password.",
  provider_failed: "The sign-in did not work. Try again, or choose another way.",
  rate_limited: "Too many attempts. Wait a few minutes, then try again.",
};
const FIELDS: Record<string, string> = {
  email: "Enter a valid email address.",
  password: "Choose a password of 8 to 128 characters that is not a common one.",
  new_password: "Choose a password of 8 to 128 characters that is not a common one.",
  name: "Enter a name of one line, at most 100 characters.",
  code: "Enter the code in full.",
};

/**
 * Why the form on this page was refused, from the code and the field in the page's address; null when it was not. The
 * URL carries no text, so a link can't put words into our pages.
 */
export function problemOf({ error, param }: { error?: Text; param?: Text }) {
  if (typeof error !== "string") return null;
  const field = error === "invalid_request" && typeof param === "string" ? FIELDS[param] : undefined;
  return { code: error, text: TEXTS[error] ?? field ?? "Something went wrong. Try again." };
}
