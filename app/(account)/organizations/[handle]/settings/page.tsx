import type { Metadata } from "next";
import { getCaller, requireMember } from "@/app/_lib/viewer";
import { Frame } from "@/app/(account)/organizations/[handle]/_components/frame";
import { CloseOrganization } from "@/app/(account)/organizations/[handle]/settings/_components/close";
import {
  OrganizationParameters,
  Rename,
  TwoPeople,
} from "@/app/(account)/organizations/[handle]/settings/_components/settings";
import { Leave } from "@/components/account/leave";
import { Section } from "@/components/account/section";
import { buttonStyle } from "@/components/ui/button-style";
import { Link } from "@/components/ui/link";
import * as closings from "@/lib/identity/accounts/closing";
import { passwordOf } from "@/lib/identity/accounts/ownership";
import { may } from "@/lib/identity/keys/permissions";
import * as organizations from "@/lib/identity/organizations/service";

export const metadata: Metadata = { title: "Organization settings", robots: { index: false } };

export default async function OrganizationSettingsPage({ params }: { params: Promise<{ handle: string }> }) {
  const { handle } = await params;
  const caller = await requireMember(handle, `/organizations/${handle}/settings`);
  const isManager = may(caller, "manage");
  const [organization, closing, password, acting] = await Promise.all([
    organizations.get(caller),
    isManager ? closings.preview(caller) : null,
    passwordOf(caller.personId),
    getCaller(),
  ]);
  return (
    <Frame caller={caller} actingId={acting?.accountId} current="/settings">
      {isManager && (
        <>
          <Section id="name" title="Name" about="Shown with its skills and reviews.">
            <Rename handle={handle} initial={caller.name} />
          </Section>
          <Section id="private" title="Private skills" about="Skills that only its members find and use.">
            <TwoPeople handle={handle} initial={organization.two_people} />
          </Section>
          <Section id="calls" title="Calls" about="What we store about its calls.">
            <OrganizationParameters handle={handle} initial={caller.storesParameters ?? false} />
          </Section>
        </>
      )}
      <Section id="wallet" title="Wallet, keys and skills" about="Act for the organization to see its own pages.">
        <div className="flex flex-wrap gap-2">
          {acting?.accountId === caller.accountId ? (
            [
              ["/wallet", "Wallet"],
              ["/keys", "API keys"],
              ["/console", "Console"],
              ["/console/profile", "Public profile"],
              ["/settings/webhooks", "Webhooks"],
              ["/settings/credentials", "Credentials"],
            ].map(([href = "", title]) => (
              <Link key={href} className={buttonStyle({ variant: "plain" })} href={href}>
                {title}
              </Link>
            ))
          ) : (
            <p className="text-sm text-muted">Choose “Act for” above, then open Wallet, API keys or Console.</p>
          )}
        </div>
      </Section>
      <Section id="leave" title="Leave" about="Your keys and connected programs of this organization stop working.">
        <Leave handle={handle} name={caller.name} />
      </Section>
      {closing && (
        <Section id="close" title="Close organization" about="This can't be undone.">
          <CloseOrganization handle={handle} hasPassword={password !== null} closing={closing} />
        </Section>
      )}
    </Frame>
  );
}
