import type { PageSkill } from "@/app/(market)/skills/[slug]/_components/facts";
import { Badge } from "@/components/ui/badge";
import { buttonStyle } from "@/components/ui/button-style";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { STATE_LOOKS } from "@/components/wallet/credential-states";
import * as credentials from "@/lib/demand/credentials/service";
import type { Caller } from "@/lib/platform/core/caller";

/** What the calls of a skill carry of their caller's, and whether the viewer has stored it. */
export async function CredentialsNeeded({ skill, caller }: { skill: PageSkill; caller: Caller | null }) {
  if (!skill.credentials) return null;
  const stored = caller && (await credentials.ofSkill(caller, skill.slug)).data;
  const isComplete = stored?.every(({ state }) => state === "stored");
  return (
    <Panel title="Credentials you need" className="mb-6">
      <p className="mb-3 max-w-prose text-sm text-muted">
        Your calls carry them to the seller. They are stored encrypted, never shown again, and used by this skill only.
        The seller receives each value.
      </p>
      <ul className="mb-3 grid gap-2">
        {skill.credentials.map(({ name, description, url }) => {
          const state = stored?.find((one) => one.name === name)?.state;
          return (
            <li key={name} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
              <code className="text-xs break-all">{name}</code>
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {description}
              </span>
              <a
                href={url}
                target="_blank"
                rel="nofollow noopener noreferrer"
                className="text-accent-ink underline"
                aria-label={`Get ${name}`}
              >
                Get it
              </a>
              {state && <Badge tone={STATE_LOOKS[state].tone}>{STATE_LOOKS[state].title}</Badge>}
            </li>
          );
        })}
      </ul>
      <Link
        className={buttonStyle({ variant: isComplete ? "plain" : "primary", size: "sm" })}
        href={`/settings/credentials?${new URLSearchParams({ skill: skill.slug })}`}
      >
        {isComplete ? "Manage credentials" : "Add credentials"}
      </Link>
    </Panel>
  );
}
