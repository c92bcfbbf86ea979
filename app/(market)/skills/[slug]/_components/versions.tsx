import { Badge } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { bytes } from "@/lib/client/format";
import type { Caller } from "@/lib/core/caller";
import * as versions from "@/lib/publishing/versions";

const SHOWN = 50;
const NAMES: Record<string, string> = { execution_type: "how it is used" };

/** Every approved revision, with what it changed. */
export async function Versions({ slug, caller }: { slug: string; caller: Caller | null }) {
  const page = await versions.list(caller, slug, { limit: SHOWN, offset: 0 });
  return (
    <ol className="grid gap-4" aria-label="Versions">
      {page.data.map(({ version, approved_at, is_live, package: file, changed }) => (
        <li key={version} className="border-b border-line pb-4 last:border-0">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-medium">Version {version}</span>
            {is_live && <Badge tone="ok">live</Badge>}
            <span className="text-xs text-muted">
              approved <RelativeTime time={approved_at} />
            </span>
          </p>
          <p className="mt-1 text-sm text-muted">
            {changed.length > 0
              ? `Changed: ${changed.map((what) => NAMES[what] ?? what).join(", ")}.`
              : "Initial release."}
          </p>
          {file && (
            <p className="mt-1 text-xs text-muted">
              Package {file.version}, {bytes(file.size)}{" "}
              <code className="text-2xs break-all">{file.sha256}</code>
            </p>
          )}
        </li>
      ))}
      {page.has_more && <li className="text-xs text-muted">Older ones are at /v1/skills/{slug}/versions.</li>}
    </ol>
  );
}
