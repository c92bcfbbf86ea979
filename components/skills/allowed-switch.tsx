import { Segmented } from "@/components/ui/segmented";
import type { Caller } from "@/lib/platform/core/caller";

type Props = {
  caller: Pick<Caller, "organization" | "name"> | null;
  /** Whether the list has also skills that the organization has not allowed. */
  isAll: boolean;
  hrefOf: (allowed: "false" | null) => string;
};

/** For members of an organization that limits them: only the skills that it allows, or all. Nothing for anybody else. */
export function AllowedSwitch({ caller, isAll, hrefOf }: Props) {
  if (!caller?.organization?.isLimited) return null;
  return (
    <Segmented
      label={`Skills allowed by ${caller.name}`}
      options={[
        { href: hrefOf(null), title: "Allowed only", isCurrent: !isAll },
        { href: hrefOf("false"), title: "All skills", isCurrent: isAll },
      ]}
    />
  );
}
