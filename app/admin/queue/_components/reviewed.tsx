import type { Point } from "@/app/admin/queue/_components/approval-dialog";
import { Assign } from "@/app/admin/queue/_components/assign";
import { Before } from "@/app/admin/queue/_components/before";
import { Checks } from "@/app/admin/queue/_components/checks";
import { Decision, type Next } from "@/app/admin/queue/_components/decision";
import { Background, Content, RawReadme } from "@/app/admin/queue/_components/evidence";
import { PackageFile } from "@/app/admin/queue/_components/package-file";
import { PackagePanel } from "@/app/admin/queue/_components/package-panel";
import { shortHash } from "@/app/admin/queue/_components/short-hash";
import { Similar } from "@/app/admin/queue/_components/similar";
import { SkillHead } from "@/app/admin/queue/_components/skill-head";
import type { ReviewView, ViewHref } from "@/app/admin/queue/_components/view";
import { Conversation } from "@/components/review/conversation";
import { Panel } from "@/components/ui/panel";
import type { SubmissionProbe } from "@/lib/demand/execution/probe-schemas";
import * as submissionProbes from "@/lib/demand/execution/submission-probes";
import type { Caller } from "@/lib/platform/core/caller";
import { log } from "@/lib/platform/core/log";
import * as site from "@/lib/platform/site/service";
import { SKILL_FILE } from "@/lib/supply/packages/skill-root";
import * as comments from "@/lib/supply/review/comments";
import * as packages from "@/lib/supply/review/package-files";
import type { ReviewedPackage } from "@/lib/supply/review/package-schemas";
import type { ReviewDetail } from "@/lib/supply/review/schemas";
import { areUnlike } from "@/lib/supply/review/similar";

type Pack = ReviewedPackage | "unreadable" | null;
type Props = { caller: Caller; skill: ReviewDetail; view: ReviewView; href: ViewHref; next: Next };

/** A skill under review: what an administrator judges, and the decision, which stays in sight where there is room. */
export async function Reviewed({ caller, skill, view, href, next }: Props) {
  const [{ settings }, pack, { data: remarks }, probe] = await Promise.all([
    site.current(),
    skill.package ? packageOf(skill) : null,
    comments.list(caller, skill.id),
    skill.api_endpoint ? submissionProbes.ofSkill(skill.id) : null,
  ]);
  const unlike = unlikeText(skill, pack);
  return (
    <div className="grid min-w-0 gap-4">
      <SkillHead skill={skill} />
      <Before skill={skill} />
      <Similar skill={skill} unlike={unlike} />
      <Sections skill={skill} pack={pack} />
      <div className="grid items-start gap-4 xl:grid-cols-[1fr_20rem]">
        <div className="grid min-w-0 gap-4">
          <Content skill={skill} />
          <RawReadme skill={skill} view={view} href={href} />
          <Checks skill={skill} probe={probe} />
          {pack === "unreadable" && (
            <Panel id="package" title="Package">
              <p className="text-sm text-bad">
                The package can't be read right now, so you can't see what an approval would publish. Try again later.
              </p>
            </Panel>
          )}
          {pack && pack !== "unreadable" && (
            <>
              <PackagePanel skillId={skill.id} pack={pack} view={view} href={href} />
              <PackageFile skillId={skill.id} pack={pack} view={view} href={href} />
            </>
          )}
          <Conversation
            key={`${skill.id}-${skill.revision}`}
            comments={remarks}
            skillId={skill.id}
            as="reviewer"
            {...(pack && pack !== "unreadable" && { file: view.file ?? SKILL_FILE })}
          />
        </div>
        <div className="grid min-w-0 gap-4 xl:sticky xl:top-16 xl:max-h-[calc(100dvh-5rem)] xl:overflow-y-auto">
          {skill.status === "pending" && (
            <Panel id="decision" title={`Decision on revision ${skill.revision}`}>
              <Assign skillId={skill.id} assignee={skill.assignee} isMine={skill.assignee?.id === caller.accountId} />
              <Decision
                key={`${skill.id}-${skill.revision}`}
                skillId={skill.id}
                revision={skill.revision}
                next={next}
                isOwn={skill.developer.id === caller.accountId}
                scheduled={skill.scheduled}
                toRead={toRead(pack)}
                title={`${skill.name}, revision ${skill.revision}`}
                high={[
                  ...highFindings(skill),
                  ...likenesses(skill),
                  ...(unlike === null
                    ? []
                    : [{ id: "unlike", text: "SKILL.md and the description say different things." }]),
                ]}
                reasons={settings.rejection_reasons}
                unprobed={unprobed(skill, probe)}
              />
            </Panel>
          )}
          <Background skill={skill} />
        </div>
      </div>
    </div>
  );
}

/** The package of the revision that is shown; the rest of the page is worth reading when its store fails. */
async function packageOf({ id, revision }: ReviewDetail): Promise<Pack> {
  return packages.get(id, { revision }).catch((error: unknown) => {
    log.error({ err: error, skill: id }, "a package under review cannot be read");
    return "unreadable";
  });
}

/** Rules about names: they are acknowledged whatever their severity, since a wrong approval misleads by the name alone. */
const MAX_PLACES = 5;
const NAME_RULES = ["brand_name", "imitated_skill", "imitated_publisher"];

/** The findings of high severity and those about names in texts and package: one point for each kind, with its count. */
function highFindings({ text_findings, findings }: ReviewDetail): Point[] {
  const kinds = new Map<string, ReviewDetail["findings"]>();
  for (const finding of [...text_findings, ...findings])
    if (finding.severity === "high" || NAME_RULES.includes(finding.rule))
      kinds.set(finding.rule, [...(kinds.get(finding.rule) ?? []), finding]);
  return [...kinds].map(([rule, of]) => {
    const places = [
      ...new Set(of.map(({ file, line }) => `${file ?? "the archive"}${line === null ? "" : `:${line}`}`)),
    ];
    const more = places.length > MAX_PLACES ? ` and ${places.length - MAX_PLACES} more` : "";
    const count = of.length > 1 ? ` (${of.length} findings)` : "";
    const [first] = of;
    return { id: rule, text: `${rule} in ${places.slice(0, MAX_PLACES).join(", ")}${more}${count}: ${first?.message}` };
  });
}

/** Likenesses to other developers' skills and prices out of line. */
function likenesses({ similar, price_comparison: price }: ReviewDetail): Point[] {
  return [
    ...similar.map(({ alike, name, slug, developer, live }) => ({
      id: `similar ${slug}`,
      text: `The ${alike.join(" and ")} resembles ${name} (${slug}) by ${developer.name}, ${live ? "live" : "pending"}.`,
    })),
    ...(price?.is_out_of_line ? [{ id: "price", text: `The price is ${price.times} times the median.` }] : []),
  ];
}

/** What SKILL.md says of itself when it is hardly what the description says. */
function unlikeText({ description }: ReviewDetail, pack: Pack): string | null {
  const said = pack && pack !== "unreadable" ? pack.frontmatter?.description : undefined;
  return said !== undefined && areUnlike(description ?? "", said) ? said : null;
}

/** Hashes of the files that the approved package did not have; null when they are not known. */
function toRead(pack: Pack): string[] | null {
  if (pack === "unreadable") return null;
  return (pack?.files ?? []).filter(({ change }) => change !== "same").map(({ sha256 }) => shortHash(sha256));
}

/** What has to be acknowledged of an endpoint without a successful test call; null without one, or when it worked. */
function unprobed({ api_endpoint, execution_type }: ReviewDetail, probe: SubmissionProbe | null): string | null {
  if (!api_endpoint || execution_type === "download" || probe?.result?.ok) return null;
  if (probe?.tools?.length === 0)
    return "No tool may be called automatically: each says that it destroys something. Nothing will compare its responses later.";
  if (probe?.tools) {
    const failed = probe.tools.filter(({ ok }) => !ok).map(({ name }) => name);
    return failed.length === 0 ? null : `Tools failed their automatic test call: ${failed.join(", ")}.`;
  }
  const why = probe?.result?.failure?.message ?? probe?.failure;
  return why ? `The endpoint failed its automatic test call: ${why}` : "You have not called this version's endpoint.";
}

/** Where what is on the page, with what asks for attention there. */
function Sections({ skill, pack }: { skill: ReviewDetail; pack: Pack }) {
  const remarks = (count: number) => (count > 0 ? `, ${count} ${count === 1 ? "finding" : "findings"}` : "");
  const sections: [id: string, title: string, isThere: boolean][] = [
    ["content", "Content", true],
    ["readme", "Readme", Boolean(skill.readme)],
    ["checks", `Checks${remarks(skill.text_findings.length + skill.schema_issues.length)}`, true],
    ["package", `Package${remarks(skill.findings.length)}`, pack !== null],
    ["file", "File", pack !== null && pack !== "unreadable"],
    ["conversation", "Conversation", true],
    ["decision", "Decision", skill.status === "pending"],
  ];
  return (
    <nav aria-label="On this page" className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {sections.map(
        ([id, title, isThere]) =>
          isThere && (
            <a
              key={id}
              href={`#${id}`}
              className={`text-muted underline hover:text-fg ${id === "decision" ? "xl:hidden" : ""}`}
            >
              {title}
            </a>
          ),
      )}
    </nav>
  );
}
