import { accountColor } from "@/components/shell/account-color";

/** The first letter of an organization's name on its color. */
export function AccountMark({ id, name }: { id: string; name: string }) {
  return (
    <span
      aria-hidden
      className={`grid size-5 shrink-0 place-items-center rounded-sm text-2xs font-semibold text-white ${accountColor(id)}`}
    >
      {[...name][0]?.toUpperCase()}
    </span>
  );
}
