import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { requireCaller } from "@/app/_lib/viewer";
import { CallParameters } from "@/app/(account)/settings/_components/call-parameters";
import { CloseAccount } from "@/app/(account)/settings/_components/closing";
import { CompanySignIn } from "@/app/(account)/settings/_components/company-sign-in";
import { NotificationSwitches } from "@/app/(account)/settings/_components/notification-switches";
import { Passkeys } from "@/app/(account)/settings/_components/passkeys";
import { FirstPassword, PasswordForm } from "@/app/(account)/settings/_components/password";
import { Email, NameForm } from "@/app/(account)/settings/_components/profile";
import { Sessions } from "@/app/(account)/settings/_components/sessions";
import { SignInProviders } from "@/app/(account)/settings/_components/sign-in-providers";
import { TwoFactor } from "@/app/(account)/settings/_components/two-factor";
import { Section } from "@/components/account/section";
import { buttonStyle } from "@/components/ui/button-style";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/panel";
import * as closings from "@/lib/identity/accounts/closing";
import { passwordOf } from "@/lib/identity/accounts/ownership";
import * as passkeys from "@/lib/identity/accounts/passkeys";
import * as settings from "@/lib/identity/accounts/profile";
import * as providerSignIn from "@/lib/identity/accounts/provider-sign-in";
import { configuredProviders, PROVIDER_NAMES } from "@/lib/identity/accounts/providers";
import { SessionList } from "@/lib/identity/accounts/session-schemas";
import * as sessions from "@/lib/identity/accounts/sessions";
import * as companyPeople from "@/lib/identity/organizations/company-people";
import * as companySignIn from "@/lib/identity/organizations/company-sign-in";
import { OPTIONAL_NOTICES } from "@/lib/platform/notifications/notices";
import { afterClosing } from "@/lib/platform/site/after-closing";
import * as siteSettings from "@/lib/platform/site/service";

export const metadata: Metadata = { title: "Settings", robots: { index: false } };

export default async function SettingsPage() {
  const caller = await requireCaller("/settings");
  // These are a person's; an organization has its own.
  if (caller.organization) redirect(`/organizations/${caller.organization.handle}/settings`);
  const [profile, list, closing, keyRows, connected, password, linked, hasCompanies, { settings: site }] =
    await Promise.all([
      settings.profile(caller),
      sessions.list(caller),
      closings.preview(caller),
      passkeys.list(caller.accountId),
      providerSignIn.list(caller.accountId),
      passwordOf(caller.accountId),
      companyPeople.listOwn(caller),
      companySignIn.isOffered(),
      siteSettings.current(),
    ]);
  const { email } = profile;
  const owner = { email, hasPassword: password !== null };
  const offered = new Set([...configuredProviders(), ...connected.map(({ provider }) => provider)]);
  const providers = [...offered].map((provider) => ({
    provider,
    name: PROVIDER_NAMES[provider],
    created_at: connected.find((one) => one.provider === provider)?.created_at ?? null,
  }));
  return (
    <>
      <PageHead title="Settings" />
      <div>
        <Section id="profile" title="Profile" about="Your public profile.">
          <Email owner={owner} isVerified={profile.email_verified} />
          <NameForm initial={profile.name} />
        </Section>
        <Section id="password" title="Password" about="Changing it signs out your other devices.">
          {owner.hasPassword ? <PasswordForm email={email} /> : <FirstPassword email={email} />}
        </Section>
        <Section
          id="passkeys"
          title="Passkeys"
          about="Sign in with your fingerprint, face or device PIN instead of a password and a code."
        >
          <Passkeys owner={owner} rows={keyRows} />
        </Section>
        {providers.length > 0 && (
          <Section id="providers" title="Other sign-ins" about="Sign in with an account you have elsewhere.">
            <SignInProviders owner={owner} rows={providers} />
          </Section>
        )}
        {(hasCompanies || linked.data.length > 0) && (
          <Section
            id="company"
            title="Company sign-in"
            about="Link your account to your organization's own sign-in. It opens the organization alone."
          >
            <CompanySignIn
              rows={linked.data.map(({ organization, linked_at }) => ({
                ...organization,
                linkedAt: new Date(linked_at).toISOString(),
              }))}
            />
          </Section>
        )}
        <Section
          id="two-factor"
          title="Two-factor authentication"
          about="Require an authenticator code at sign-in. Passkeys don't need one."
        >
          <TwoFactor owner={owner} initial={profile.two_factor_enabled} />
        </Section>
        <Section
          id="sessions"
          title="Sessions"
          about={
            <>
              Where you're signed in.{" "}
              <Link className="text-accent-ink underline" href="/keys">
                Manage API keys
              </Link>
            </>
          }
        >
          <Sessions rows={SessionList.parse(list).data} />
        </Section>
        <Section id="credentials" title="Credentials" about="Keys and tokens of yours that skills need.">
          <Link className={buttonStyle({ variant: "plain" })} href="/settings/credentials">
            Manage credentials
          </Link>
        </Section>
        <Section id="webhooks" title="Webhooks" about="Send your account's events to your own endpoints.">
          <Link className={buttonStyle({ variant: "plain" })} href="/settings/webhooks">
            Manage webhooks
          </Link>
        </Section>
        <Section
          id="notifications"
          title="Notifications"
          about="Notifications you turn off aren't emailed and arrive as read."
        >
          <NotificationSwitches kinds={OPTIONAL_NOTICES} initial={profile.muted_notifications} />
        </Section>
        <Section id="calls" title="Calls" about="What we store about your calls.">
          <CallParameters initial={profile.store_call_parameters} />
        </Section>
        <Section
          id="data"
          title="Your data"
          about="Everything we store about you in one JSON file: account, keys, sessions, passkeys, providers, ledger, purchases, usage, payments, reviews and skills."
        >
          <a className={buttonStyle({ variant: "plain" })} href="/v1/account/export" download>
            Download
          </a>
        </Section>
        <Section id="close" title="Close account" about="This can't be undone.">
          <CloseAccount owner={owner} closing={closing} facts={afterClosing(site.billing_years)} />
        </Section>
      </div>
    </>
  );
}
