import type { Message } from "@/lib/platform/notifications/message";

/** The mail with the link to verify an email. */
export function verifyEmailMessage(url: string): Message {
  return {
    title: "Confirm your address",
    lines: [
      "Someone created a marketplace account with this email. Sign in to it to confirm. The link works once, for a day.",
      "If this wasn't you, ignore this email: the address stays unconfirmed.",
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
      "If this wasn't you, ignore this email: the account keeps its old address.",
    ],
    action: { label: "Confirm the address", path: url },
  };
}

/** The mail that invites somebody to register with this email. */
export function invitationMessage(marketplace: string, email: string): Message {
  return {
    title: `You are invited to ${marketplace}`,
    lines: [`Create your account with this email, ${email}. The invitation works for no other.`],
    action: { label: "Create an account", path: "/register" },
  };
}

/** The mail to the former email after a change. */
export function emailChangedMessage(): Message {
  return {
    title: "The address of your account was changed",
    lines: [
      "Your marketplace account now uses another email address, which was confirmed. We no longer send anything to this one.",
      "If this wasn't you, contact us.",
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
      "If this wasn't you, ignore this email: the password stays as it is.",
    ],
    action: { label: "Choose a password", path: url },
  };
}
