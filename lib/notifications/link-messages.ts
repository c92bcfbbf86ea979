import type { Message } from "@/lib/notifications/messages";

/** The mail that proves an address; `url` carries the proof. */
export function verifyEmailMessage(url: string): Message {
  return {
    title: "Confirm your address",
    lines: [
      "An account of the marketplace was made with this address. Sign in to it and confirm; the link works once, for a day.",
      "If it was not you, do nothing: without you the address stays unconfirmed.",
    ],
    action: { label: "Confirm the address", path: url },
  };
}

/** The mail that lets an account move to this address; `url` carries the proof. */
export function changeEmailMessage(url: string): Message {
  return {
    title: "Confirm your new address",
    lines: [
      "Somebody wants to use this address for their account of the marketplace. Sign in to it and confirm; the link works once, for a day.",
      "If it was not you, do nothing: the account keeps its old address.",
    ],
    action: { label: "Confirm the address", path: url },
  };
}

/** What an address hears that an account has left. */
export function emailChangedMessage(): Message {
  return {
    title: "The address of your account was changed",
    lines: [
      "Your account of the marketplace has another e-mail address now, which was confirmed. Nothing is sent to this one any more.",
      "If it was not you, write to us.",
    ],
    action: null,
  };
}

/** The mail that lets somebody choose a new password; `url` carries the proof. */
export function resetPasswordMessage(url: string): Message {
  return {
    title: "Choose a new password",
    lines: [
      "Somebody asked to reset the password of the account with this address. The link works once, for an hour.",
      "If it was not you, do nothing: the password stays as it is.",
    ],
    action: { label: "Choose a password", path: url },
  };
}
