import { Badge } from "@/components/ui/badge";
import type { AdminAccount } from "@/lib/operator/directory/schemas";

/** Whether an account may be used. */
export function StateBadge({ account }: { account: Pick<AdminAccount, "suspension" | "closed_at"> }) {
  if (account.closed_at) return <Badge>closed</Badge>;
  return account.suspension ? <Badge tone="bad">suspended</Badge> : <Badge tone="ok">active</Badge>;
}
