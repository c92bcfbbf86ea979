import type { Metadata } from "next";
import { requireCaller } from "@/app/_lib/viewer";
import { Domains } from "@/app/console/profile/_components/domains";
import { Picture } from "@/app/console/profile/_components/picture";
import { ProfileForm } from "@/app/console/profile/_components/profile-form";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { PageHead, Panel } from "@/components/ui/panel";
import { PublisherDomainList } from "@/lib/supply/catalog/domain-schemas";
import * as domains from "@/lib/supply/catalog/domains";
import * as publishers from "@/lib/supply/catalog/publishers";

export const metadata: Metadata = { title: "Publisher profile" };

export default async function PublisherProfilePage() {
  const caller = await requireCaller("/console/profile");
  const own = await domains.list(caller);
  const { handle, bio, links, picture, contact, verified_at } = await publishers.profile(caller);
  return (
    <>
      <PageHead title="Publisher profile">
        What buyers see on{" "}
        <Link href={`/publishers/${handle}`} className="underline">
          your page
        </Link>
        , once one of your skills is on the marketplace. Change your name in Settings.
      </PageHead>
      <Panel>
        <p className="mb-4 text-sm">
          {verified_at ? (
            <Badge tone="ok">Verified publisher</Badge>
          ) : (
            <span className="text-muted">Not verified. Contact us to verify your identity.</span>
          )}
        </p>
        <Picture handle={handle} picture={picture} />
        <ProfileForm handle={handle} bio={bio} links={links} contact={contact} />
      </Panel>
      <Panel title="Domains" className="mt-4">
        <Domains domains={PublisherDomainList.parse(own).data} />
      </Panel>
    </>
  );
}
