import type { Metadata } from "next";
import { RoleNote } from "@/app/_lib/role-note";
import { getCaller, requireMember } from "@/app/_lib/viewer";
import { Frame } from "@/app/(account)/organizations/[handle]/_components/frame";
import { AllowForm, Decide } from "@/app/(account)/organizations/[handle]/allowed-skills/_components/decide";
import { AllowedOnly } from "@/app/(account)/organizations/[handle]/allowed-skills/_components/mode";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { type AllowedSkill, AllowedSkillQuery } from "@/lib/demand/allowed-skills/schemas";
import * as allowedSkills from "@/lib/demand/allowed-skills/service";
import { may } from "@/lib/identity/keys/permissions";
import * as organizations from "@/lib/identity/organizations/service";

export const metadata: Metadata = { title: "Allowed skills", robots: { index: false } };

const STATES = [
  ["asked", "Requested"],
  ["allowed", "Allowed"],
  ["refused", "Declined"],
] as const;

type Props = { params: Promise<{ handle: string }>; searchParams: Promise<Record<string, string>> };

export default async function AllowedSkillsPage({ params, searchParams }: Props) {
  const { handle } = await params;
  const path = `/organizations/${handle}/allowed-skills`;
  const caller = await requireMember(handle, path);
  const given = Object.fromEntries(Object.entries(await searchParams).filter(([, value]) => value !== ""));
  const query = AllowedSkillQuery.safeParse(given);
  const [organization, page, acting] = await Promise.all([
    organizations.get(caller),
    query.success ? allowedSkills.list(caller, query.data) : null,
    getCaller(),
  ]);
  const mayDecide = may(caller, "pay");
  return (
    <Frame caller={caller} actingId={acting?.accountId} current="/allowed-skills">
      <div className="grid gap-4">
        <Panel title="What members may use">
          <AllowedOnly handle={handle} initial={organization.allowed_only} mayChange={may(caller, "manage")} />
        </Panel>
        {mayDecide ? (
          <Panel title="Allow a skill">
            <AllowForm handle={handle} />
          </Panel>
        ) : (
          <RoleNote permission="pay">Allow skills</RoleNote>
        )}
        <div>
          <ListPage
            path={path}
            params={given}
            page={page}
            choices={[{ name: "state", label: "State", options: STATES }]}
            label="Allowed skills"
            keyOf={({ skill }) => skill.id}
            empty={
              given.state
                ? { title: "No skills match" }
                : {
                    title: "No skills allowed yet",
                    text: "Members ask on a skill's page. The organization's own skills are always allowed.",
                  }
            }
            columns={[
              { title: "Skill", isMain: true, cell: (row) => <Name row={row} /> },
              { title: "State", isTight: true, cell: (row) => <State row={row} /> },
              { title: "Version", isTight: true, cell: (row) => <Version row={row} /> },
              ...(mayDecide
                ? [
                    {
                      title: "Actions",
                      isAction: true,
                      cell: (row: AllowedSkill) => (
                        <Decide
                          handle={handle}
                          slug={row.skill.slug}
                          name={row.skill.name}
                          state={row.state}
                          version={row.current_version}
                          isCurrent={row.version === row.current_version}
                          isAllowed={row.version !== null}
                        />
                      ),
                    },
                  ]
                : []),
            ]}
          />
        </div>
      </div>
    </Frame>
  );
}

function Name({ row: { skill, asked_by, note, reason } }: { row: AllowedSkill }) {
  return (
    <span className="block min-w-0 wrap-anywhere">
      <Link className="hover:underline" href={`/skills/${skill.slug}`}>
        {skill.name}
      </Link>
      {asked_by && (
        <span className="block text-xs font-normal text-muted">
          <bdi>{asked_by.name}</bdi> asks{note && ": "}
          <bdi>{note}</bdi>
        </span>
      )}
      {reason && <span className="block text-xs font-normal text-muted">{reason}</span>}
    </span>
  );
}

const TITLES = { asked: "Requested", allowed: "Allowed", refused: "Declined" };
const TONES = { asked: "warn", allowed: "ok", refused: "bad" } as const;

function State({ row: { state, asked_at, decided_at, decided_by } }: { row: AllowedSkill }) {
  const time = asked_at ?? decided_at;
  return (
    <span className="grid justify-items-start gap-0.5">
      <Badge tone={TONES[state]}>{TITLES[state]}</Badge>
      <span className="text-xs text-muted">
        {time && <RelativeTime time={new Date(time)} />}
        {state !== "asked" && decided_by && ` by ${decided_by.name}`}
      </span>
    </span>
  );
}

function Version({ row: { skill, version, current_version } }: { row: AllowedSkill }) {
  if (version === null || version === current_version) return current_version;
  return (
    <Link className="underline" href={`/skills/${skill.slug}?tab=versions`}>
      {version} allowed, {current_version} is new
    </Link>
  );
}
