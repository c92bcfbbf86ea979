import { afterClosing } from "@/lib/platform/site/after-closing";
import type { SiteSettings } from "@/lib/platform/site/schemas";

type About = Pick<SiteSettings, "operator_name" | "support_email" | "billing_years">;

const contact = ({ operator_name, support_email }: About) =>
  support_email ? `Write to ${operator_name} at ${support_email}.` : `Write to ${operator_name}.`;

/** Terms of service to begin with; the operator has them checked before going live. */
export const termsDraft = (about: About) => `# Terms of service

These terms are between you and ${about.operator_name}, who runs this marketplace.

## Your account

You are responsible for your account, its API keys and what is done with them. Keep keys secret and revoke one that others may know. One person or company may have several accounts, but not to get around a limit or a suspension.

## Credits

One credit costs one US dollar. Credits pay for skills on this marketplace and are not money: they can't be transferred or withdrawn. Unused credits of a payment can be refunded within 14 days. Calls that fail are not charged.

## Skills

Developers sell skills; we review each version before it goes live, which is no warranty. Subscriptions renew until you cancel them, and stay usable until their period ends. If a skill is taken off the marketplace, the unused rest of your subscription is refunded in credits.

## Selling

You need the rights to what you sell. You keep what remains of each sale after the marketplace's fee, which is shown before you submit a skill. Refunds and disputes reduce your earnings. Skills must not harm users, hide what they do, or collect data that they don't need.

## Not allowed

Attacking the marketplace or other users, reselling access without permission, false reviews, and anything unlawful. We may suspend skills and accounts that break these terms, and say why.

## Liability

The marketplace is provided as it is. As far as the law allows, our liability is limited to what you paid in the last twelve months.

## Changes and contact

A new version of these terms applies to accounts that are created after it; other accounts are notified before it applies to them. ${contact(about)}
`;

/** A privacy policy to begin with. It says what this software stores and for how long. */
export const privacyDraft = (about: About) => `# Privacy policy

${about.operator_name} runs this marketplace and is responsible for your data.

## What we store

- **Your account**: email, name, a hash of your password, and the version of the terms that you accepted.
- **Sessions and security**: browsers that are signed in, with their IP address and browser name.
- **Use**: which skill was called when, its cost and outcome. What you send to a skill is handed to its developer and not stored by us.
- **Payments**: amounts and the payment processor's references. Card details stay with the payment processor.
- **What you publish**: skills, reviews, comments and your public profile.

## Who receives data

Developers receive what you send to their skill and a pseudonym that is different for each skill, never your email. The payment processor receives what it needs to charge or pay you.

## How long

Notifications are deleted after a year. When you close your account:

${afterClosing(about.billing_years)
  .map(([title, text]) => `- **${title}**: ${text}`)
  .join("\n")}

## Your rights

Export your data or close your account in the settings at any time. ${contact(about)}

## Cookies

One cookie keeps you signed in. There is no tracking, and no page loads anything from other sites. We count visits and views of skills; your browser remembers for a day what it has counted, and we don't store who you are.
`;
