import { Badge, type Tone } from "@/components/ui/badge";

const TONES: Record<string, Tone> = { draft: "plain", pending: "warn", approved: "ok", rejected: "bad" };

/** The review status of a skill. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={TONES[status] ?? "plain"}>{status}</Badge>;
}
