/** Every kind of mail, with the sample data that its preview shows. */
import {
  changeEmailMessage,
  emailChangedMessage,
  invitationMessage,
  memberInvitationMessage,
  resetPasswordMessage,
  verifyEmailMessage,
} from "@/lib/platform/notifications/link-messages";
import type { Message } from "@/lib/platform/notifications/message";
import { NOTICE_KINDS } from "@/lib/platform/notifications/notices";

type Data = Record<string, unknown>;
/** `isNotice`: the recipient has an account, so the mail may name them. `varies`: its default text is not one sentence with blanks. */
export type MailKind = {
  description: string;
  sample: Data;
  message: (data: Data) => Message;
  isNotice: boolean;
  varies: boolean;
  required: string[];
};

const LINK = { url: "https://example.com/link?token=sample" };
const link = (description: string, message: (url: string) => Message): MailKind => ({
  description,
  sample: LINK,
  message: ({ url }) => message(String(url)),
  isNotice: false,
  varies: false,
  required: ["link"],
});

/** Mails that are no notifications: most carry a link without which they are of no use. */
const LINKS: Record<string, MailKind> = {
  verify_email: link("To verify an email", verifyEmailMessage),
  change_email: link("To verify a new email", changeEmailMessage),
  reset_password: link("To choose a new password", resetPasswordMessage),
  email_changed: {
    ...link("To the former email: it was changed", emailChangedMessage),
    sample: {},
    required: [],
  },
  invitation: {
    ...link("An invitation to register", () => invitationMessage("", "")),
    sample: { marketplace: "Skills Marketplace", email: "ada@example.com" },
    message: ({ marketplace, email }) => invitationMessage(String(marketplace), String(email)),
  },
  member_invitation: {
    ...link("An invitation to join an organization", () => memberInvitationMessage("", "")),
    sample: { organization: "Acme", email: "ada@example.com" },
    message: ({ organization, email }) => memberInvitationMessage(String(organization), String(email)),
  },
};

/** Every kind of mail by its name, links first. */
export const MAIL_KINDS: ReadonlyMap<string, MailKind> = new Map([
  ...Object.entries(LINKS),
  ...Object.entries(NOTICE_KINDS).flatMap(
    ([kind, { about, sample, message, varies = false, isMailed = true }]): [string, MailKind][] =>
      isMailed ? [[kind, { description: about, sample, message, isNotice: true, varies, required: [] }]] : [],
  ),
]);
