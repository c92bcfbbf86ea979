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
  company_unknown: "No organization signs in by this domain. Check the spelling, or sign in to your own account.",
  company_session: "Sign in to your own account first, then link it.",
  company_expired: "The sign-in took too long, or began in another browser. Try again.",
  company_denied:
    "You cancelled the sign-in, or your organization doesn't allow you to use it. Try again, or ask your administrator.",
  company_failed: "Your organization's provider could not sign you in. Try again, or tell your administrator.",
  company_email: "Your organization's provider names no verified email of its domain. Tell your administrator.",
  company_own_email: "Verify your account's email first: use the link in our mail, or request another one in Settings.",
  company_link_first:
    "An account with your email exists. Sign in to it, then link it to your organization under Settings > Company sign-in.",
  company_removed: "You are no longer a member. An owner of the organization can invite you again.",
  company_taken: "This identity is linked to another account. Sign in to that account, or remove its link there.",
  company_full: "The organization has as many members as it can have. Tell an owner.",
  unavailable: "The marketplace is temporarily unavailable. Try again in a few seconds.",
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
