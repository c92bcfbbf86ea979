import type { Message } from "@/lib/notifications/message";

/** The mail with the link to verify an email. */
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

/** The mail with the link to change an account's email to this one. */
export function changeEmailMessage(url: string): Message {
  return {
    title: "Confirm your new address",
    lines: [
      "Someone wants to use this email for their marketplace account. Sign in to that account and confirm. The link works once, for a day.",
      "If it was not you, do nothing: the account keeps its old address.",
    ],
    action: { label: "Confirm the address", path: url },
  };
}

/** The mail that invites somebody to register with this email. */
export function invitationMessage(marketplace: string, email: string): Message {
  return {
    title: `You are invited to ${marketplace}`,
    lines: [`Create your account with this email, ${email}. The invitation is for no other email.`],
    action: { label: "Create an account", path: "/register" },
  };
}

/** The mail to the former email after a change. */
export function emailChangedMessage(): Message {
  return {
    title: "The address of your account was changed",
    lines: [
      "Your account of the marketplace has another email address now, which was confirmed. Nothing is sent to this one any more.",
      "If it was not you, write to us.",
    ],
    action: null,
  };
}

/** The mail with the link to reset a password. */
export function resetPasswordMessage(url: string): Message {
  return {
    title: "Choose a new password",
    lines: [
      "Someone asked to reset the password of the account with this email. The link works once, for an hour.",
      "If it was not you, do nothing: the password stays as it is.",
    ],
    action: { label: "Choose a password", path: url },
  };
}
