import { ID, notice } from "@/lib/platform/notifications/notice-kind";

const SETTINGS = { label: "Open the settings", path: "/settings" };
const IF_NOT_YOU = "If this wasn't you, reset your password now and end every session in the settings.";
const SAMPLE_HOOK = { url: "https://example.com/hook", id: ID };

/** A change of how the account is secured, so that its owner notices those by others. */
const security = (about: string, title: (isOn: boolean) => string) =>
  notice<{ isOn: boolean }>({
    about,
    sample: { isOn: true },
    varies: true,
    message: ({ isOn }) => ({ title: title(isOn), lines: [IF_NOT_YOU], action: SETTINGS }),
  });
const named = (about: string, what: string, sampleName: string) =>
  notice<{ isOn: boolean; name: string }>({
    about,
    sample: { isOn: true, name: sampleName },
    varies: true,
    message: ({ isOn, name }) => ({
      title: `${what} was ${isOn ? "added" : "removed"}`,
      lines: [`Its name is "${name}".`, IF_NOT_YOU],
      action: SETTINGS,
    }),
  });

/** About the account, its security and its webhooks. */
export const ACCOUNT_NOTICES = {
  security_password: security("A password was changed", () => "Your password was changed"),
  security_two_factor: security(
    "Two-factor authentication was switched on or off",
    (isOn) => `Two-factor authentication was switched ${isOn ? "on" : "off"}`,
  ),
  security_codes: security("Recovery codes were created", () => "New recovery codes were created"),
  security_passkey: named("A passkey was added or removed", "A passkey", "Phone"),
  security_provider: named("A way to sign in was added or removed", "A way to sign in", "GitHub"),
  security_company: notice<{ handle: string; isOn: boolean }>({
    about: "An account was linked to an organization's own sign-in, or the link was removed",
    sample: { handle: "acme", isOn: true },
    varies: true,
    message: ({ handle, isOn }) => ({
      title: isOn
        ? `Your account is linked to the sign-in of ${handle}`
        : `The link to the sign-in of ${handle} was removed`,
      lines: [
        isOn
          ? `Signing in with ${handle} opens ${handle} alone, and nothing else of your account.`
          : `Signing in with ${handle} no longer reaches your account.`,
        IF_NOT_YOU,
      ],
      action: SETTINGS,
    }),
  }),
  sign_in_domain: notice<{ domain: string; isLost: boolean }>({
    about: "The domain of an organization's own sign-in is no longer verified",
    sample: { domain: "example.com", isLost: false },
    varies: true,
    message: ({ domain, isLost }) => ({
      title: isLost ? `Company sign-in for ${domain} is paused` : `The TXT record of ${domain} is missing`,
      lines: [
        isLost
          ? "Its TXT record was missing for two weeks. Members sign in to their own accounts until you put it back and check it."
          : "Put it back. If it is missing for two weeks, company sign-in pauses.",
      ],
      action: { label: "Open your organizations", path: "/organizations" },
    }),
  }),
  security_payouts: notice<{ isOn: boolean }>({
    about: "A payout account was connected or disconnected",
    sample: { isOn: true },
    varies: true,
    message: ({ isOn }) => ({
      title: `A payout account was ${isOn ? "connected" : "disconnected"}`,
      lines: [
        isOn
          ? "Your earnings can now be paid out to it."
          : "The payment processor no longer lets us pay it. Connect an account again to get paid.",
        IF_NOT_YOU,
      ],
      action: { label: "Open your earnings", path: "/console/earnings" },
    }),
  }),
  /** The key that made it (null in a browser), and whether it has administrator scopes. */
  security_key: notice<{ name: string | null; prefix: string; madeBy: string | null; isAdmin: boolean }>({
    about: "An API key was created",
    sample: { name: "Laptop", prefix: "sk_a1b2", madeBy: "sk_c3d4", isAdmin: false },
    varies: true,
    message: ({ name, prefix, madeBy, isAdmin }) => ({
      title: "A new API key was created",
      lines: [
        `The key${name ? ` "${name}"` : ""}, which begins with ${prefix}, was made ${madeBy ? `with the key that begins with ${madeBy}` : "in a browser"} and may use your account${isAdmin ? " as an administrator" : ""}.`,
        "If this wasn't you, revoke it and every key that may have leaked, and reset your password.",
      ],
      action: { label: "See your keys", path: "/keys" },
    }),
  }),
  security_publishing: notice<{ skill: string; skillId: string; repository: string | null; isRequired: boolean }>({
    about: "Who may release a skill was changed",
    sample: { skill: "meeting-minutes", skillId: ID, repository: "ada/meeting-minutes", isRequired: true },
    varies: true,
    message: ({ skill, skillId, repository, isRequired }) => ({
      title: `Trusted publishing of ${skill} was changed`,
      lines: [
        repository === null
          ? "No repository may release it any more."
          : `Runs of ${repository} may release it${isRequired ? ", and nothing else may." : "; your keys and sessions may, too."}`,
        IF_NOT_YOU,
      ],
      action: { label: "Open the skill", path: `/console/${skillId}/releases` },
    }),
  }),
  security_webhook: notice<{ isAdded: boolean; url: string; id: string }>({
    about: "A webhook was added or changed",
    sample: { isAdded: true, ...SAMPLE_HOOK },
    varies: true,
    message: ({ isAdded, url, id }) => ({
      title: isAdded ? "A webhook was added" : "A webhook was changed",
      lines: [
        `Your account's events are sent to ${new URL(url).host}.`,
        "If this wasn't you, delete it, revoke every key that may have leaked, and reset your password.",
      ],
      action: { label: "Open the webhook", path: `/settings/webhooks/${id}` },
    }),
  }),
  webhook_disabled: notice<{ url: string; id: string }>({
    about: "A webhook was disabled",
    sample: SAMPLE_HOOK,
    varies: true,
    message: ({ url, id }) => ({
      title: "A webhook was disabled",
      lines: [
        `${new URL(url).host} failed all deliveries for 5 days, or returned 410 Gone.`,
        "Fix the endpoint, then enable the webhook again to send pending deliveries.",
      ],
      action: { label: "Open the webhook", path: `/settings/webhooks/${id}` },
    }),
  }),
  /** An administrator viewed the marketplace as the account; `by` is the operator, as receipts name it. */
  account_viewed: notice<{ by: string; reason: string; minutes: number }>({
    about: "An administrator viewed the account",
    sample: { by: "Example Ltd", reason: "You asked why a receipt is missing.", minutes: 15 },
    message: ({ by, reason, minutes }) => ({
      title: `${by} viewed your account`,
      lines: [
        `An administrator gave this reason: ${reason}`,
        `They saw your pages for at most ${minutes} minutes. They couldn't change, buy, run or download anything, and saw no secrets.`,
      ],
      action: SETTINGS,
    }),
  }),
  /** `contact` is whom to write to. */
  account_suspended: notice<{ date: string; reason: string; contact: string }>({
    about: "An account was suspended",
    sample: { date: "2026-11-23", reason: "It sends spam.", contact: "support@example.com" },
    message: ({ date, reason, contact }) => ({
      title: "Your account was suspended",
      lines: [
        `An administrator suspended it on ${date} for this reason: ${reason}`,
        "You can't sign in, your keys don't work, your skills are off the marketplace, and nothing renews. Your balance stays.",
        `If you think this is a mistake, write to ${contact}.`,
      ],
      action: null,
    }),
  }),
  account_restored: notice<Record<string, never>>({
    about: "An account's suspension ended",
    sample: {},
    message: () => ({
      title: "Your account is no longer suspended",
      lines: ["Sign-in and keys work again, and your approved skills are back. Subscriptions that ended stay ended."],
      action: SETTINGS,
    }),
  }),
};
