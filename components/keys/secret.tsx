"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { CodeBlock } from "@/components/code/code-block";
import { LiveBlock } from "@/components/code/live-block";
import { Panel } from "@/components/ui/panel";
import { type Key, keyQueries } from "@/lib/interfaces/client/key-queries";

/** Pause after which a new key is looked at again, and how often at most. */
const LOOK_AGAIN_MS = 2_000;
const MAX_LOOKS = 300;

/** A skill that a new key can call without paying, with an input as JSON. */
export type FirstSkill = { slug: string; name: string; input: string; maxPrice: number };

type Props = {
  secret: string;
  made: Key;
  base: string;
  first: FirstSkill | null;
  /** Called once the key has been used. */
  onUsed?: () => void;
};

/** The secret of a new key, which is shown this once, with what to do with it. */
export function Secret({ secret, made, base, first, onUsed }: Props) {
  const { scopes, skills } = made;
  const mayRun = first && scopes.includes("execute") && (skills.length === 0 || skills.includes(first.slug));
  return (
    <Panel title="Your new key" className="border-accent!">
      <p className="mb-3 text-sm text-muted">Store it securely; you won't see it again.</p>
      <div className="grid gap-3">
        <CodeBlock label="Key" code={secret} />
        <LiveBlock
          label={mayRun ? `First call: ${first.name}, free` : "First call"}
          language="sh"
          code={mayRun ? runOf(first, base, secret) : `curl ${base}/v1/balance -H "Authorization: Bearer ${secret}"`}
        />
        <FirstCall keyId={made.id} onUsed={onUsed} />
        <LiveBlock label=".env" language="env" code={`SKILLS_API_KEY=${secret}`} />
      </div>
    </Panel>
  );
}

/** The call of a skill, for no more than it costs now. */
const runOf = ({ slug, input, maxPrice }: FirstSkill, base: string, secret: string) =>
  `curl "${base}/v1/skills/${slug}/execute?max_price=${maxPrice}" \\
  -H "Authorization: Bearer ${secret}" \\
  -H "Content-Type: application/json" \\
  -d '${input.replace(/'/g, "'\\''")}'`;

/** Waits for the first call of a key, and says so when it is there. */
function FirstCall({ keyId, onUsed }: { keyId: string; onUsed: (() => void) | undefined }) {
  const isUsed = (keys: Key[] | undefined) => keys?.find(({ id }) => id === keyId)?.last_used_at != null;
  const { data: keys } = useQuery({
    ...keyQueries.list,
    refetchInterval: ({ state }) => (isUsed(state.data) || state.dataUpdateCount > MAX_LOOKS ? false : LOOK_AGAIN_MS),
  });
  const isThere = isUsed(keys);
  useEffect(() => {
    if (isThere) onUsed?.();
  }, [isThere, onUsed]);
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
