import type { PageSkill } from "@/app/(market)/skills/[slug]/_components/facts";
import { buttonStyle } from "@/components/ui/button-style";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { CredentialLine } from "@/components/wallet/credential-line";
import * as credentials from "@/lib/demand/credentials/service";
import { may } from "@/lib/identity/keys/permissions";
import type { Caller } from "@/lib/platform/core/caller";

/** What the calls of a skill carry of their caller's, and whether the viewer has stored it. */
export async function CredentialsNeeded({ skill, caller }: { skill: PageSkill; caller: Caller | null }) {
  if (!skill.credentials) return null;
  const stored = caller && (await credentials.ofSkill(caller, skill.slug)).data;
  const isComplete = stored?.every(({ state }) => state === "stored");
  const mayChange = !caller || may(caller, "pay");
  return (
    <Panel title={caller?.organization ? "Credentials" : "Credentials you need"} className="mb-6">
      <p className="mb-3 max-w-prose text-sm text-muted">
        {caller?.organization ? `Calls for ${caller.name}` : "Your calls"} carry them to the seller. They are stored
        encrypted, never shown again, and used by this skill only. The seller receives each value.
        {!mayChange && " An owner or billing adds them."}
      </p>
      <ul className="mb-3 grid gap-2">
        {skill.credentials.map(({ name, description, url }) => {
          const state = stored?.find((one) => one.name === name)?.state;
          return (
            <li key={name}>
              <CredentialLine {...{ name, description, url, state }} />
            </li>
          );
        })}
      </ul>
      <Link
        className={buttonStyle({ variant: isComplete || !mayChange ? "plain" : "primary", size: "sm" })}
        href={`/settings/credentials?${new URLSearchParams({ skill: skill.slug })}`}
      >
        {mayChange ? (isComplete ? "Manage credentials" : "Add credentials") : "See credentials"}
      </Link>
    </Panel>
  );
}
