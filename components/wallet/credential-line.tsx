import { Badge } from "@/components/ui/badge";
import { STATE_LOOKS } from "@/components/wallet/credential-states";

type Props = { name: string; description: string; url: string; state: keyof typeof STATE_LOOKS | undefined };

/** What a skill asks for, where to get it, and whether the viewer has stored it; undefined for a visitor. */
export function CredentialLine({ name, description, url, state }: Props) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
      <code className="text-xs break-all">{name}</code>
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {description}
      </span>
      <a
        href={url}
        target="_blank"
        rel="nofollow noopener noreferrer"
        className="text-accent-ink underline"
        aria-label={`Get ${name}`}
      >
        Get it
      </a>
      {state && <Badge tone={STATE_LOOKS[state].tone}>{STATE_LOOKS[state].title}</Badge>}
    </span>
  );
}
