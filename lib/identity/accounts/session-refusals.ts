import { AppError, invalid } from "@/lib/platform/core/errors";

const wrongCredentials = () => new AppError("wrong_credentials", "Wrong email or password.");
const wrongCode = () =>
  new AppError("wrong_code", "Wrong or used code. Enter the next one that your app shows.", {
    param: "code",
  });
const signInAgain = () =>
  new AppError("sign_in_again", "The time to enter the code has run out, or too many codes were wrong. Sign in again.");
const wrongPasskey = () =>
  new AppError("wrong_credentials", "This passkey does not work here. Sign in another way, or use another one.");
const wrongPassword = () => new AppError("wrong_password", "Wrong password.", { param: "password" });

/** Errors of the session library as AppErrors; any other is an internal error. */
const REFUSALS: Record<string, (message: string) => AppError> = {
  INVALID_EMAIL_OR_PASSWORD: wrongCredentials,
  INVALID_EMAIL: wrongCredentials,
  INVALID_CODE: wrongCode,
  INVALID_BACKUP_CODE: wrongCode,
  INVALID_TWO_FACTOR_COOKIE: signInAgain,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: signInAgain,
  INVALID_PASSWORD: wrongPassword,
  PASSKEY_NOT_FOUND: wrongPasskey,
  AUTHENTICATION_FAILED: wrongPasskey,
  FAILED_TO_VERIFY_REGISTRATION: wrongPasskey,
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: wrongPasskey,
  USER_NOT_VERIFIED: () =>
    new AppError(
      "wrong_credentials",
      "This passkey was used without a PIN, fingerprint or face. Set one up on your device, then try again.",
    ),
  CHALLENGE_NOT_FOUND: () => new AppError("sign_in_again", "The time to use the passkey has run out. Try again."),
  UNAUTHORIZED: () => new AppError("unauthorized", "Sign in first."),
  ACCOUNT_SUSPENDED: (message) =>
    new AppError("account_suspended", message || "This account is suspended. Our email says why and how to appeal."),
  TOTP_ALREADY_ENABLED: () =>
    invalid([{ param: "password", message: "two-factor authentication is switched on already" }]),
  TOTP_NOT_ENABLED: () => invalid([{ param: "code", message: "two-factor authentication is not switched on" }]),
  TWO_FACTOR_NOT_ENABLED: () =>
    invalid([{ param: "password", message: "two-factor authentication is not switched on" }]),
  ALREADY_SIGNED_IN: () => invalid([{ param: "code", message: "you are signed in already" }]),
};

/** The AppError for an error code of the session library; `message` is ours where we refuse. */
export function refusalOf(code: string, message = ""): AppError {
  return (
    REFUSALS[code]?.(message) ??
    new AppError("internal", "Something went wrong on our side. Try again.", { cause: new Error(code) })
  );
}
