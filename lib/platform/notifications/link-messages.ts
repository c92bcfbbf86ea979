import type { Message } from "@/lib/platform/notifications/message";

/** The mail with the link to verify an email. */
export function verifyEmailMessage(url: string): Message {
  return {
    title: "Verify your email",
    lines: [
      "Someone created a marketplace account with this email. Sign in to it to verify. The link works once, for a day.",
      "If this wasn't you, ignore this email. The address stays unverified.",
    ],
    action: { label: "Verify email", path: url },
  };
}

/** The mail with the link to change an account's email to this one. */
export function changeEmailMessage(url: string): Message {
  return {
    title: "Verify your new email",
    lines: [
      "Someone wants to use this email for their marketplace account. Sign in to that account to verify it. The link works once, for a day.",
      "If this wasn't you, ignore this email. The account keeps its old email.",
    ],
    action: { label: "Verify email", path: url },
  };
}

/** The mail that invites somebody to register with this email. */
export function invitationMessage(marketplace: string, email: string): Message {
  return {
    title: `You are invited to ${marketplace}`,
    lines: [`Create your account with this email, ${email}. The invitation only works for this email.`],
    action: { label: "Create an account", path: "/register" },
  };
}

/** The mail that invites somebody to join an organization with this email. */
export function memberInvitationMessage(organization: string, email: string): Message {
  return {
    title: `You are invited to join ${organization}`,
    lines: [
      `Sign in with this email, ${email}, and accept the invitation within 7 days. It only works for this email.`,
      "If you don't know this organization, ignore this email.",
    ],
    action: { label: "See the invitation", path: "/organizations" },
  };
}

/** The mail to the former email after a change. */
export function emailChangedMessage(): Message {
  return {
    title: "Your account's email was changed",
    lines: [
      "Your marketplace account now uses another email, which was verified. We no longer send anything to this one.",
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
      "Someone requested a password reset for the account with this email. The link works once, for an hour.",
      "If this wasn't you, ignore this email: the password stays as it is.",
    ],
    action: { label: "Choose a password", path: url },
  };
}
