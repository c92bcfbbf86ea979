import { AppError, invalid } from "@/lib/core/errors";

const wrongCredentials = () => new AppError("wrong_credentials", "Wrong email or password.");
const wrongCode = () =>
  new AppError("wrong_code", "Wrong or used code. Enter the next one that your app shows.", {
    param: "code",
  });
const signInAgain = () =>
  new AppError(
    "sign_in_again",
    "The time to enter the code has run out, or too many codes were wrong. Sign in again.",
  );
const wrongPassword = () => new AppError("wrong_password", "Wrong password.", { param: "password" });

/** Errors of the session library as AppErrors; any other is an internal error. */
const REFUSALS: Record<string, () => AppError> = {
  INVALID_EMAIL_OR_PASSWORD: wrongCredentials,
  INVALID_EMAIL: wrongCredentials,
  INVALID_CODE: wrongCode,
  INVALID_BACKUP_CODE: wrongCode,
  INVALID_TWO_FACTOR_COOKIE: signInAgain,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: signInAgain,
  INVALID_PASSWORD: wrongPassword,
  UNAUTHORIZED: () => new AppError("unauthorized", "Sign in first."),
  ACCOUNT_SUSPENDED: () =>
    new AppError(
      "account_suspended",
      "This account is suspended. Contact support if you think this is a mistake.",
    ),
  TOTP_ALREADY_ENABLED: () =>
    invalid([{ param: "password", message: "two-factor authentication is switched on already" }]),
  TOTP_NOT_ENABLED: () =>
    invalid([{ param: "code", message: "two-factor authentication is not switched on" }]),
  TWO_FACTOR_NOT_ENABLED: () =>
    invalid([{ param: "password", message: "two-factor authentication is not switched on" }]),
  ALREADY_SIGNED_IN: () => invalid([{ param: "code", message: "you are signed in already" }]),
};

/** The AppError for an error code of the session library. */
export function refusalOf(code: string): AppError {
  return (
    REFUSALS[code]?.() ??
    new AppError("internal", "Something went wrong on our side. Try again.", { cause: new Error(code) })
  );
}
