import type { Metadata } from "next";
import { RoleNote } from "@/app/_lib/role-note";
import { requireCaller } from "@/app/_lib/viewer";
import { EndOffer, Offered, OfferForm } from "@/app/console/transfers/_components/offers";
import { Link } from "@/components/ui/link";
import { Empty, PageHead, Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { may } from "@/lib/identity/keys/permissions";
import * as publishing from "@/lib/supply/publishing/service";
import * as transfers from "@/lib/supply/publishing/transfers";

export const metadata: Metadata = { title: "Transfers", robots: { index: false } };

/** Skills that the form offers. */
const MOST_SKILLS = 100;

export default async function TransfersPage() {
  const caller = await requireCaller("/console/transfers");
  const [{ data: offers }, { data: own }] = await Promise.all([
    transfers.list(caller),
    publishing.list(caller, { limit: MOST_SKILLS, offset: 0 }),
  ]);
  const skills = own.filter(({ visibility, suspension }) => visibility === "public" && suspension === null);
  const mayDecide = may(caller, "manage");
  return (
    <>
      <PageHead title="Transfers">
        A skill goes {caller.organization ? "to a person" : "to an organization"}, who accepts it. Buyers keep
        everything. Earlier sales and pending payouts stay with the former owner; the next sale or renewal is the new
        owner’s.
      </PageHead>
      <div className="grid gap-4">
        <Panel title="Offers">
          {offers.length === 0 ? (
            <Empty title="No offers">Skills that are offered to you, or that you offer, appear here.</Empty>
          ) : (
            <ul aria-label="Offers" className="grid divide-y divide-line text-sm">
              {offers.map(({ skill, from, to, direction, expires_at }) => (
                <li key={skill.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
                  <span className="min-w-0 wrap-anywhere">
                    {direction === "in" ? (
                      <Link className="font-medium hover:underline" href={`/skills/${skill.slug}`}>
                        {skill.name || skill.slug}
                      </Link>
                    ) : (
                      <span className="font-medium">{skill.name || skill.slug}</span>
                    )}
                    <span className="block text-xs text-muted">
                      {direction === "in" ? `${from.name} offers it to you` : `Offered to ${to.name} (${to.handle})`},
                      expires <RelativeTime time={new Date(expires_at)} />
                    </span>
                  </span>
                  {mayDecide &&
                    (direction === "in" ? (
                      <Offered id={skill.id} name={skill.name} owner={caller.name} />
                    ) : (
                      <EndOffer id={skill.id} title="Withdraw" name={skill.name} />
                    ))}
                </li>
              ))}
            </ul>
          )}
        </Panel>
        {mayDecide ? (
          skills.length > 0 && (
            <Panel title="Offer a skill">
              <OfferForm
                skills={skills.map(({ id, name, slug }) => [id, `${name} (${slug})`] as const)}
                isToPerson={caller.organization !== undefined}
              />
            </Panel>
          )
        ) : (
          <RoleNote permission="manage">Offer and accept skills</RoleNote>
        )}
      </div>
    </>
  );
}
