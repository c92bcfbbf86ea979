import type { Metadata } from "next";
import { requireCaller } from "@/app/viewer";
import { KeyPanel } from "@/components/keys/key-panel";
import { keyQueries } from "@/components/keys/queries";
import { PageHead } from "@/components/ui/panel";
import { Prefetched } from "@/components/ui/prefetched";
import { env } from "@/lib/core/env";
import { KeyList } from "@/lib/keys/schemas";
import * as keys from "@/lib/keys/service";

export const metadata: Metadata = { title: "API keys", robots: { index: false } };

export default async function KeysPage() {
  const caller = await requireCaller("/keys");
  const { data } = KeyList.parse(await keys.list(caller));
  return (
    <>
      <PageHead title="API keys">
        One for every agent and machine, each with its own limit. A disabled key fails its very next call.
      </PageHead>
      <Prefetched reads={[[keyQueries.list.queryKey, data]]}>
        <KeyPanel base={env().PUBLIC_URL} />
      </Prefetched>
    </>
  );
}
