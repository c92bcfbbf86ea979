import { kindText } from "@/components/skills/advisory-card";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { bytes, day } from "@/lib/interfaces/client/format";
import type { Caller } from "@/lib/platform/core/caller";
import { shownOf } from "@/lib/supply/advisories/feed";
import { advisoriesOf } from "@/lib/supply/advisories/rows";
import { BEHAVIORS } from "@/lib/supply/packages/behavior-schemas";
import * as versions from "@/lib/supply/publishing/versions";
import { breakingText } from "@/lib/supply/skills/breaking-changes";
import { CONTENT } from "@/lib/supply/skills/content-fields";

const SHOWN = 50;
/** Longest list of files that a version shows. */
const MAX_FILES = 20;
/** What a change is called where its name with spaces would not do. */
const NAMES: Record<string, string> = {
  execution_type: "how it is used",
  response_mode: "handling of responses that don't match the schema",
};
const PARAMETER_WORDS = {
  added: "added",
  removed: "removed",
  made_required: "required now",
  made_optional: "optional now",
  narrowed: "accepts less",
  changed: "changed",
};

type Version = Awaited<ReturnType<typeof versions.list>>["data"][number];

/** Every approved revision, with what it changed. */
export async function Versions({ skillId, slug, caller }: { skillId: string; slug: string; caller: Caller | null }) {
  const [page, found] = await Promise.all([
    versions.list(caller, slug, { limit: SHOWN, offset: 0 }),
    advisoriesOf(skillId),
  ]);
  const inForce = found.filter(({ withdrawn_at }) => withdrawn_at === null).map(shownOf);
  return (
    <ol className="grid gap-4" aria-label="Versions">
      {page.data.map(
        ({
          version,
          approved_at,
          is_live,
          callable_until,
          package: file,
          provenance,
          publisher_bundle,
          changed,
          changes,
        }) => (
          <li key={version} className="border-b border-line pb-4 last:border-0">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium">Version {version}</span>
              {is_live && <Badge tone="ok">live</Badge>}
              {isBreaking(changes) && <Badge tone="warn">breaking</Badge>}
              {inForce
                .filter(({ versions }) => versions.includes(file?.version ?? String(version)))
                .map((advisory) => (
                  <Link key={advisory.name} href={`/advisories#${advisory.name}`}>
                    <Badge tone="bad">{kindText(advisory)}</Badge>
                  </Link>
                ))}
              <span className="text-xs text-muted">
                approved <RelativeTime time={approved_at} />
              </span>
            </p>
            <p className="mt-1 text-sm text-muted">
              {changed.length > 0
                ? `Changed: ${changed.map((what) => NAMES[what] ?? what.replaceAll("_", " ")).join(", ")}.`
                : "Initial release."}
            </p>
            {callable_until && (
              <p className="mt-1 text-sm">
                Can be called until {day(callable_until)} with <code className="text-xs">?version={version}</code>.
              </p>
            )}
            {publisher_bundle && (
              <p className="mt-1 text-sm wrap-anywhere">
                Signed by the publisher as <Outside href={publisher_bundle.url}>{publisher_bundle.signer}</Outside>
                {publisher_bundle.issuer && ` (${publisher_bundle.issuer})`}
              </p>
            )}
            {provenance && (
              <p className="mt-1 text-sm wrap-anywhere">
                Built in <Outside href={provenance.repository_url}>{provenance.repository}</Outside> at{" "}
                <Outside href={provenance.commit_url}>{provenance.commit.slice(0, SHORT_COMMIT)}</Outside> by{" "}
                <Outside href={provenance.run_url}>{provenance.workflow}</Outside>
              </p>
            )}
            <Changes changes={changes} />
            {file && (
              <p className="mt-1 text-xs text-muted">
                Package {file.version}, {bytes(file.size)} <code className="text-2xs break-all">{file.sha256}</code>
              </p>
            )}
          </li>
        ),
      )}
      {page.has_more && <li className="text-xs text-muted">Older ones are at /v1/skills/{slug}/versions.</li>}
    </ol>
  );
}

const SHORT_COMMIT = 8;

/** A page of another site that a seller's CI names. */
function Outside({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} rel="nofollow ugc noreferrer" className="underline">
      {children}
    </a>
  );
}

function isBreaking({ parameters, results }: Version["changes"]): boolean {
  return results.length > 0 || parameters.some(({ breaking }) => breaking);
}

function Changes({
  changes: { texts, parameters, results, files, permissions, prices },
}: {
  changes: Version["changes"];
}) {
  const counted = [texts, parameters, results, files, permissions, prices];
  if (counted.every(({ length }) => length === 0)) return null;
  return (
    <ul className="mt-2 grid gap-1 text-sm wrap-anywhere">
      {texts.map(({ field, before, after }) => (
        <li key={field}>
          {CONTENT[field].label}: <del className="text-muted">{before}</del> <ins className="no-underline">{after}</ins>
        </li>
      ))}
      {prices.map(({ before, after, at }) => (
        <li key={String(at)}>
          Price: <del className="text-muted">{before}</del> <ins className="no-underline">{after}</ins>
        </li>
      ))}
      {parameters.map(({ name, change, breaking }) => (
        <li key={`${name} ${change}`}>
          Parameter <code className="text-xs">{name}</code>{" "}
          <span className={breaking ? "text-warn" : "text-muted"}>{PARAMETER_WORDS[change]}</span>
        </li>
      ))}
      {results.map(({ name, change }) => (
        <li key={`${name} ${change}`} className="text-warn">
          {breakingText({ of: "result", name, change })}
        </li>
      ))}
      {permissions.map(({ kind, value }) => (
        <li key={`${kind} ${value}`} className="text-warn">
          New. {BEHAVIORS[kind]}: <code className="text-xs">{value}</code>
        </li>
      ))}
      {files.slice(0, MAX_FILES).map(({ path, change }) => (
        <li key={path}>
          File <code className="text-xs">{path}</code> <span className="text-muted">{change}</span>
        </li>
      ))}
      {files.length > MAX_FILES && <li className="text-muted">{files.length - MAX_FILES} more files differ.</li>}
    </ul>
  );
}
