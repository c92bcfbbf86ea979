import type { Metadata } from "next";
import { RoleNote } from "@/app/_lib/role-note";
import { skillOrNull } from "@/app/_lib/skill";
import { requireCaller } from "@/app/_lib/viewer";
import { RemoveCredential, StoreCredential } from "@/app/(account)/settings/credentials/_components/forms";
import { Badge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { Empty, PageHead, Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { CredentialLine } from "@/components/wallet/credential-line";
import { STATE_LOOKS } from "@/components/wallet/credential-states";
import type { SkillCredential, StoredCredential } from "@/lib/demand/credentials/schemas";
import * as credentials from "@/lib/demand/credentials/service";
import { may } from "@/lib/identity/keys/permissions";
import type { Caller } from "@/lib/platform/core/caller";

export const metadata: Metadata = { title: "Credentials", robots: { index: false } };

const PATH = "/settings/credentials";
const hrefOf = (slug: string) => `${PATH}?${new URLSearchParams({ skill: slug })}`;

export default async function CredentialsPage({ searchParams }: { searchParams: Promise<{ skill?: string }> }) {
  const caller = await requireCaller(PATH);
  const { skill: slug } = await searchParams;
  const mayChange = may(caller, "pay");
  const { data } = await credentials.list(caller);
  return (
    <>
      <PageHead title="Credentials">
        Keys and tokens of {caller.organization ? caller.name : "yours"} that skills need. Only calls of that skill
        carry them, to its seller.
        {caller.organization && " Members’ calls carry them, and no member can read them."}
      </PageHead>
      <div className="grid gap-4">
        {slug && <Asked caller={caller} slug={slug} mayChange={mayChange} />}
        {!mayChange && <RoleNote permission="pay">Add and remove credentials</RoleNote>}
        {data.length === 0 ? (
          <Empty title="No credentials stored">A skill that needs one says so on its page.</Empty>
        ) : (
          <Panel title="Stored credentials">
            <DataTable
              label="Stored credentials"
              rows={data}
              keyOf={({ skill, name }) => `${skill.slug} ${name}`}
              columns={mayChange ? [...COLUMNS, ACTIONS] : COLUMNS}
            />
          </Panel>
        )}
      </div>
    </>
  );
}

const COLUMNS: Column<StoredCredential>[] = [
  {
    title: "Skill",
    isMain: true,
    cell: ({ skill, name }) => (
      <span className="block min-w-0 wrap-anywhere">
        <Link className="hover:underline" href={`/skills/${skill.slug}`}>
          {skill.name}
        </Link>
        <code className="block text-xs text-muted">{name}</code>
      </span>
    ),
  },
  {
    title: "State",
    isTight: true,
    cell: ({ state }) => <Badge tone={STATE_LOOKS[state].tone}>{STATE_LOOKS[state].title}</Badge>,
  },
  { title: "Set", isTight: true, cell: ({ updated_at: at }) => (at ? <RelativeTime time={at} /> : "–") },
  { title: "Last used", isTight: true, cell: ({ last_used_at: at }) => (at ? <RelativeTime time={at} /> : "Never") },
];

const ACTIONS: Column<StoredCredential> = {
  title: "Actions",
  isAction: true,
  cell: ({ skill, name, state }) => (
    <span className="flex flex-wrap items-center gap-2">
      {state !== "unused" && (
        <Link className="text-sm text-accent-ink underline" href={hrefOf(skill.slug)} aria-label={`Replace ${name}`}>
          Replace
        </Link>
      )}
      <RemoveCredential slug={skill.slug} skill={skill.name} name={name} />
    </span>
  ),
};

/** What one skill asks for, with a form for each. */
async function Asked({ caller, slug, mayChange }: { caller: Caller; slug: string; mayChange: boolean }) {
  const skill = await skillOrNull(caller, slug);
  if (!skill)
    return (
      <Callout tone="warn" title="This skill isn't on the marketplace.">
        You can still remove what you stored for it.
      </Callout>
    );
  const { data } = await credentials.ofSkill(caller, slug);
  return (
    <Panel title={`For ${skill.name}`}>
      <p className="mb-4 max-w-prose text-sm text-muted">
        {data.length === 0 ? (
          "This skill needs no credentials."
        ) : (
          <>
            The seller is {skill.developer.name}. Values are stored encrypted and never shown again. If the skill's
            endpoint, the place in the call or the seller changes, we ask you again.
          </>
        )}{" "}
        <Link className="text-accent-ink underline" href={`/skills/${slug}`}>
          About this skill
        </Link>
      </p>
      <ul className="grid gap-6">
        {data.map((asked) => (
          <li key={asked.name}>
            <One slug={slug} asked={asked} mayChange={mayChange} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function One({ slug, asked, mayChange }: { slug: string; asked: SkillCredential; mayChange: boolean }) {
  const { name, description, url, state } = asked;
  return (
    <div className="grid gap-2">
      <CredentialLine {...{ name, description, url, state }} />
      {mayChange && <StoreCredential slug={slug} name={name} isStored={state !== "missing"} />}
    </div>
  );
}
