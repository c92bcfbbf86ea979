import { Segmented } from "@/components/ui/segmented";

type Props = {
  /** The account for which the viewer acts, or null for a visitor. */
  caller: { name: string; organization?: { isLimited?: boolean } } | null;
  /** Whether the list has also skills that the organization has not allowed. */
  isAll: boolean;
  hrefOf: (allowed: "false" | null) => string;
};

/** For members of an organization that limits them: only the skills that it allows, or all. Nothing for others. */
export function AllowedSwitch({ caller, isAll, hrefOf }: Props) {
  if (!caller?.organization?.isLimited) return null;
  return (
    <div className="mt-1.5">
      <Segmented
        label={`Skills allowed by ${caller.name}`}
        options={[
          { href: hrefOf(null), title: "Allowed only", isCurrent: !isAll },
          { href: hrefOf("false"), title: "All skills", isCurrent: isAll },
        ]}
      />
    </div>
  );
}
