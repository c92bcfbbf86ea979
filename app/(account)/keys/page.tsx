import type { Metadata } from "next";
import { firstSkill } from "@/app/_lib/first-skill";
import { RoleNote } from "@/app/_lib/role-note";
import { requireCaller } from "@/app/_lib/viewer";
import { KeyPanel } from "@/app/(account)/keys/_components/key-panel";
import { PageHead } from "@/components/ui/panel";
import { may } from "@/lib/identity/keys/permissions";
import { KeyList } from "@/lib/identity/keys/schemas";
import * as keys from "@/lib/identity/keys/service";
import { keyQueries } from "@/lib/interfaces/client/key-queries";
import { Prefetched } from "@/lib/interfaces/client/prefetched";
import { env } from "@/lib/platform/core/env";

export const metadata: Metadata = { title: "API keys", robots: { index: false } };

export default async function KeysPage() {
  const caller = await requireCaller("/keys");
  const [list, first] = await Promise.all([keys.list(caller), firstSkill(caller)]);
  const { data } = KeyList.parse(list);
  return (
    <>
      <PageHead title="API keys">
        Create one key per agent or machine, each with its own limit. Disabling takes effect immediately.
      </PageHead>
      <Prefetched reads={[[keyQueries.list.queryKey, data]]}>
        <KeyPanel base={env().PUBLIC_URL} first={first} mayCreate={may(caller, "use")} />
        {!may(caller, "use") && <RoleNote permission="use">Create API keys</RoleNote>}
      </Prefetched>
    </>
  );
}
