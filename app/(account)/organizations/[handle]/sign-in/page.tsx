import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getCaller, requireMember } from "@/app/_lib/viewer";
import { Frame } from "@/app/(account)/organizations/[handle]/_components/frame";
import { Domain, Remove, Test } from "@/app/(account)/organizations/[handle]/sign-in/_components/parts";
import { Provider } from "@/app/(account)/organizations/[handle]/sign-in/_components/provider";
import { Rules } from "@/app/(account)/organizations/[handle]/sign-in/_components/rules";
import { Section } from "@/components/account/section";
import { Link } from "@/components/ui/link";
import { may } from "@/lib/identity/keys/permissions";
import { redirectUri } from "@/lib/identity/organizations/company-provider";
import * as members from "@/lib/identity/organizations/members";
import * as signIn from "@/lib/identity/organizations/sign-in";

export const metadata: Metadata = { title: "Company sign-in", robots: { index: false } };

const MAX_OWNERS = 100;
/** What came of a test, by the code in the page's address. */
const OUTCOMES: Record<string, string> = {
  ok: "The test worked.",
  company_denied: "The provider refused you, or you cancelled.",
  company_email:
    "The provider signed you in, but named no verified email of the domain. Add the claims email and email_verified; at Google, use a Workspace account of the domain.",
  company_expired: "The test took too long. Try again.",
  company_session: "The test must end in the browser in which it began.",
  company_failed: "The provider could not sign you in. Check issuer, client id, client secret and redirect URI.",
};

type Props = {
  params: Promise<{ handle: string }>;
  searchParams: Promise<Partial<Record<"tested" | "reason", string | string[]>>>;
};

export default async function OrganizationSignInPage({ params, searchParams }: Props) {
  const [{ handle }, asked] = await Promise.all([params, searchParams]);
  const caller = await requireMember(handle, `/organizations/${handle}/sign-in`);
  if (!may(caller, "manage")) notFound();
  const [settings, owners, acting] = await Promise.all([
    signIn.find(caller),
    members.list(caller, { role: "owner", limit: MAX_OWNERS, offset: 0 }),
    getCaller(),
  ]);
  const tested = typeof asked.tested === "string" ? asked.tested : null;
  // A word of the protocol: the address carries no text of others into the page.
  const reason = typeof asked.reason === "string" && /^\w{1,60}$/.test(asked.reason) ? ` (${asked.reason})` : "";
  return (
    <Frame caller={caller} actingId={acting?.accountId} current="/sign-in">
      <Section
        id="provider"
        title="Provider"
        about={
          <>
            Your OpenID Connect provider, such as Okta, Entra ID, Google or Keycloak.{" "}
            <Link className="text-accent-ink underline" href="/docs/company-sign-in">
              How to set it up
            </Link>
          </>
        }
      >
        <Provider handle={handle} redirectUri={redirectUri(caller.accountId)} initial={settings} />
      </Section>
      {settings && (
        <>
          <Section id="domain" title="Domain" about="Prove that the domain of your members' emails is yours.">
            <Domain
              handle={handle}
              domain={settings.domain}
              name={settings.txt_name}
              value={settings.txt_value}
              verifiedAt={settings.verified_at && new Date(settings.verified_at).toISOString()}
              failingSince={settings.failing_since && new Date(settings.failing_since).toISOString()}
            />
          </Section>
          <Section id="test" title="Test" about="Sign in at the provider yourself. Nothing is linked.">
            <Test
              handle={handle}
              workedAt={settings.worked_at && new Date(settings.worked_at).toISOString()}
              outcome={
                tested === null
                  ? null
                  : { isGood: tested === "ok", text: `${OUTCOMES[tested] ?? "The test failed."}${reason}` }
              }
            />
          </Section>
          <Section id="rules" title="Members" about="Who joins by signing in, and who has to.">
            <Rules
              handle={handle}
              name={caller.name}
              defaultRole={settings.default_role}
              isObligatory={settings.obligatory}
              wayIn={settings.way_in?.id ?? caller.personId}
              owners={owners.data.map(({ id, name, email }) => ({ id, title: `${name} (${email})` }))}
            />
          </Section>
          <Section id="remove" title="Remove" about="Members stay, and sign in to their own accounts.">
            <Remove handle={handle} />
          </Section>
        </>
      )}
    </Frame>
  );
}
