import type { Metadata } from "next";
import { requireAdministrator } from "@/app/admin/_lib/administrator";
import { Categories } from "@/app/admin/settings/_components/categories";
import { fieldsOf } from "@/app/admin/settings/_components/inputs";
import { Invitations } from "@/app/admin/settings/_components/invitations";
import { MailTexts } from "@/app/admin/settings/_components/mail-texts";
import { SettingsForm } from "@/app/admin/settings/_components/settings-form";
import { SiteImagePanel } from "@/app/admin/settings/_components/site-image";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { InvitationQuery } from "@/lib/identity/accounts/invitation-schemas";
import * as invitations from "@/lib/identity/accounts/invitations";
import * as mailTexts from "@/lib/platform/notifications/mail-texts";
import { PANELS } from "@/lib/platform/site/input-schemas";
import * as site from "@/lib/platform/site/service";
import * as adminCategories from "@/lib/supply/publishing/categories";

export const metadata: Metadata = { title: "Settings", robots: { index: false } };

export default async function SettingsPage() {
  await requireAdministrator("/admin/settings");
  const [invited, categories, mails, view, terms, privacy] = await Promise.all([
    invitations.list(InvitationQuery.parse({})),
    adminCategories.list(),
    mailTexts.list(),
    site.current(),
    site.page("terms"),
    site.page("privacy"),
  ]);
  return (
    <>
      <PageHead title="Settings">
        Changes apply immediately and are recorded in the{" "}
        <Link className="underline" href="/admin/audit?action=settings.change">
          audit log
        </Link>
        .
        {view.updated_at && (
          <>
            {" "}
            Last changed <RelativeTime time={view.updated_at} />.
          </>
        )}
      </PageHead>
      <SettingsForm
        key={String(view.updated_at)}
        panels={PANELS}
        fields={fieldsOf({ ...view.settings, terms: terms.text, privacy: privacy.text })}
        version={view.terms_version}
      />
      <div className="mt-4 grid gap-4 lg:grid-cols-2">
        <SiteImagePanel name="logo" image={view.settings.logo} />
        <SiteImagePanel name="landing_picture" image={view.settings.landing_picture} />
      </div>
      <div className="mt-4">
        <Categories categories={categories.data} />
      </div>
      <div className="mt-4">
        <MailTexts mails={mails.data} />
      </div>
      {(view.settings.registration === "invitation" || invited.total > 0) && (
        <div className="mt-4">
          <Invitations
            total={invited.total}
            invited={invited.data.map(({ email, invited_at, accepted_at }) => ({
              email,
              invitedAt: new Date(invited_at),
              acceptedAt: accepted_at ? new Date(accepted_at) : null,
            }))}
          />
        </div>
      )}
    </>
  );
}
