import type { Metadata } from "next";
import { requireSkill } from "@/app/console/[id]/_lib/skill";
import { PublisherForm, RemovePublisher } from "@/app/console/[id]/releases/_components/publisher-form";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { may } from "@/lib/identity/keys/permissions";
import { issuers } from "@/lib/supply/releasing/issuers";
import * as releasing from "@/lib/supply/releasing/service";

export const metadata: Metadata = { title: "Releases", robots: { index: false } };

export default async function ReleasesPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { caller } = await requireSkill(id);
  const { trusted_publisher: publisher } = await releasing.get(caller, id);
  return (
    <div className="grid max-w-3xl gap-4">
      <Panel title="Trusted publishing">
        <p className="mb-4 max-w-prose text-sm text-muted">
          A workflow of your repository releases versions without a stored key, and each version shows its repository,
          commit and run.{" "}
          <Link href="/docs/publish#trusted-publishing" className="underline">
            How to set it up
          </Link>
        </p>
        {publisher && !publisher.active && (
          <Callout tone="warn" title="Paused." className="mb-4">
            You ended all other access to your account. Check this, then save it to go on.
          </Callout>
        )}
        <PublisherForm id={id} publisher={publisher} issuers={issuers()} isOwner={may(caller, "manage")} />
      </Panel>
      {publisher && !publisher.required && (
        <Panel title="Remove">
          <RemovePublisher id={id} repository={publisher.repository} />
        </Panel>
      )}
    </div>
  );
}
