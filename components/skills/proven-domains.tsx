import { Globe } from "lucide-react";

/** The domains that a publisher has verified. */
export function ProvenDomains({ domains }: { domains: readonly string[] }) {
  if (domains.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1 text-sm" aria-label="Verified domains">
      {domains.map((domain) => (
        <li
          key={domain}
          className="inline-flex items-center gap-1 wrap-anywhere"
          title="The publisher verified this domain"
        >
          <Globe size={14} aria-hidden className="shrink-0" /> {domain}
        </li>
      ))}
    </ul>
  );
}
