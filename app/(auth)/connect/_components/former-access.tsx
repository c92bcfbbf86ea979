"use client";

import { Panel } from "@/components/ui/panel";
import { RadioGroup } from "@/components/ui/radio-group";
import { RelativeTime } from "@/components/ui/relative-time";

export type Former = { lastUsedAt: string | null; createdAt: string };

/** Asks whether a program that is connected already is on another device now: its former access then stays. */
export function FormerAccess({
  former,
  replaces,
  onSelect,
}: {
  former: Former;
  replaces: boolean;
  onSelect: (replaces: boolean) => void;
}) {
  return (
    <Panel title="Already connected">
      <p className="mb-3 text-sm text-muted">
        You connected this program <RelativeTime time={former.createdAt} />
        {former.lastUsedAt === null ? ", and it has not been used." : <LastUse at={former.lastUsedAt} />}
      </p>
      <RadioGroup
        label="What happens to its existing access?"
        options={[
          { value: "replace", title: "Replace it" },
          { value: "keep", title: "Keep both: this is another device" },
        ]}
        selected={replaces ? "replace" : "keep"}
        onSelect={(choice) => onSelect(choice === "replace")}
      />
    </Panel>
  );
}

const LastUse = ({ at }: { at: string }) => (
  <>
    {" "}
    and last used it <RelativeTime time={at} />.
  </>
);
