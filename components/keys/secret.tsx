"use client";

import { useQuery } from "@tanstack/react-query";
import { CodeBlock } from "@/components/code/code-block";
import { LiveBlock } from "@/components/code/live-block";
import { Panel } from "@/components/ui/panel";
import { type Key, keyQueries } from "@/lib/interfaces/client/key-queries";

/** Pause after which a new key is looked at again, and how often at most. */
const LOOK_AGAIN_MS = 3_000;
const MAX_LOOKS = 200;

/** The secret of a new key, which is shown this once, with what to do with it. */
export function Secret({ secret, made, base }: { secret: string; made: Key; base: string }) {
  return (
    <Panel title="Your new key" className="border-accent">
      <p className="mb-3 text-sm text-muted">Store it securely; you won't see it again.</p>
      <div className="grid gap-3">
        <CodeBlock label="Key" code={secret} />
        <LiveBlock label=".env" language="env" code={`SKILLS_API_KEY=${secret}`} />
        <LiveBlock
          label="First call"
          language="sh"
          code={`curl ${base}/v1/balance -H "Authorization: Bearer ${secret}"`}
        />
        <FirstCall keyId={made.id} />
      </div>
    </Panel>
  );
}

/** Waits for the first call of a key, and says so when it is there. */
function FirstCall({ keyId }: { keyId: string }) {
  const isUsed = (keys: Key[] | undefined) => keys?.find(({ id }) => id === keyId)?.last_used_at != null;
  const { data: keys } = useQuery({
    ...keyQueries.list,
    refetchInterval: ({ state }) => (isUsed(state.data) || state.dataUpdateCount > MAX_LOOKS ? false : LOOK_AGAIN_MS),
  });
  const isThere = isUsed(keys);
  return (
    <p role="status" className="flex items-center gap-2 text-sm">
      <span
        aria-hidden
        className={`size-2 rounded-full ${isThere ? "bg-ok" : "animate-pulse bg-warn motion-reduce:animate-none"}`}
      />
      {isThere ? (
        <span className="font-medium text-ok">The first call has arrived. This key works.</span>
      ) : (
        <span className="text-muted">Waiting for the first call …</span>
      )}
    </p>
  );
}
