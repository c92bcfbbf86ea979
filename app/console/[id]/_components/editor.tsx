"use client";

import dynamic from "next/dynamic";
import { useMemo } from "react";
import { AboutSection } from "@/app/console/[id]/_components/about-section";
import type { PriceNotice } from "@/app/console/[id]/_components/apply-price";
import { Checklist } from "@/app/console/[id]/_components/checklist";
import { ContractSection } from "@/app/console/[id]/_components/contract-section";
import type { EndpointAuthShown } from "@/app/console/[id]/_components/endpoint-auth-panel";
import type { GuestCallsProps } from "@/app/console/[id]/_components/guest-calls";
import { PricingSection } from "@/app/console/[id]/_components/pricing-section";
import { SaveTrouble, SaveWord } from "@/app/console/[id]/_components/save-line";
import { checklistOf, type EditedSkill, termsOf } from "@/app/console/[id]/_components/state";
import { SubmitPanel } from "@/app/console/[id]/_components/submit-panel";
import { UsageSection } from "@/app/console/[id]/_components/usage-section";
import { useDraft } from "@/app/console/[id]/_components/use-draft";
import type { RevisionContent } from "@/components/review/compared";
import { Link } from "@/components/ui/link";
import { errorAt, issuesOf } from "@/lib/interfaces/client/issues";
import type { PackageManifest } from "@/lib/supply/packages/schemas";

// The page is used before its pictures are; skills without a package never load its upload, nor drafts what applies prices.
const ApplyPrice = dynamic(() =>
  import("@/app/console/[id]/_components/apply-price").then((module) => module.ApplyPrice),
);
const ImagesSection = dynamic(() =>
  import("@/app/console/[id]/_components/images-section").then((module) => module.ImagesSection),
);
const PackageSection = dynamic(() =>
  import("@/app/console/[id]/_components/package-section").then((module) => module.PackageSection),
);
const WithoutReview = dynamic(() =>
  import("@/app/console/[id]/_components/without-review").then((module) => module.WithoutReview),
);

type Manifest = Omit<PackageManifest, "created_at"> & { created_at: string };

/** The editor of a skill: drafts are saved automatically; read-only while in review. */
export function Editor({
  skill,
  approved,
  manifest,
  feeBps,
  notice,
  guests,
  auth,
  categories,
}: {
  skill: EditedSkill;
  approved: (RevisionContent & { revision: number }) | null;
  manifest: Manifest | null;
  feeBps: number;
  notice: PriceNotice;
  guests: Omit<GuestCallsProps, "id">;
  auth: EndpointAuthShown;
  categories: readonly { slug: string; title: string }[];
}) {
  const isOpen = skill.status !== "pending";
  const isPrivate = skill.visibility === "organization";
  const draft = useDraft(skill, isOpen);
  const { state, change, problems, failure } = draft;
  const terms = termsOf(draft.base, state);
  const isPriceChanged = Object.keys(terms.body).length + Object.keys(terms.problems).length > 0;
  const schemaIssues = useMemo(
    () =>
      issuesOf(failure)
        .filter(({ param }) => param === "api_schema" || param.startsWith("api_schema."))
        .map(({ param, message }) => ({ param: param.replace(/^api_schema\.?/, ""), message })),
    [failure],
  );
  const section = {
    state,
    change,
    errorAt: (field: string) => errorAt(field, { ...problems, ...terms.problems }, failure),
  };
  const items = checklistOf(state, draft.skill.package !== null, section.errorAt);
  const missing = items.filter(({ isDone, isRequired }) => isRequired && !isDone).length;
  const isEdited = draft.skill.status !== "approved" || draft.saveState !== "saved";
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_15rem]">
      <div className="grid min-w-0 content-start gap-4">
        <SaveTrouble draft={draft} />
        <fieldset disabled={!isOpen} className="grid min-w-0 gap-4">
          <legend className="sr-only">The skill</legend>
          <AboutSection {...section} categories={categories} />
          <ImagesSection {...section} isReadOnly={!isOpen} />
          <UsageSection
            {...section}
            skillId={skill.id}
            schemaIssues={schemaIssues}
            isReadOnly={!isOpen}
            saved={draft.save}
          />
          {state.execution_type !== "download" && (
            <ContractSection {...section} failure={failure} isReadOnly={!isOpen} />
          )}
          {state.execution_type !== "api" && (
            <PackageSection
              skillId={skill.id}
              current={manifest}
              isReadOnly={!isOpen}
              onUploaded={draft.reread}
              fields={section}
            />
          )}
          {!isPrivate && (
            <PricingSection
              {...section}
              feeBps={feeBps}
              apply={
                skill.approved && (
                  <ApplyPrice
                    draft={draft}
                    notice={notice}
                    isChanged={isPriceChanged}
                    isSound={Object.keys(terms.problems).length === 0}
                  />
                )
              }
            />
          )}
        </fieldset>
        <WithoutReview draft={draft} auth={auth} guests={guests} isOpen={isOpen} />
        {isOpen && <SubmitPanel {...{ approved, missing, isEdited, isPrivate }} saved={draft.save} />}
      </div>
      <aside className="content-start lg:sticky lg:top-16 lg:grid lg:gap-4 lg:self-start max-lg:order-first max-lg:grid max-lg:gap-3">
        {isOpen && (
          <>
            <SaveWord
              saveState={draft.saveState}
              isApproved={draft.skill.status === "approved"}
              isPriceOpen={skill.approved && isPriceChanged}
            />
            {isEdited && <Checklist items={items} />}
            <SourceLinks id={skill.id} slug={isPrivate ? null : skill.slug} />
          </>
        )}
      </aside>
    </div>
  );
}

/** Leads to where the draft comes from, and to what becomes of it. */
function SourceLinks({ id, slug }: { id: string; slug: string | null }) {
  const look = "text-sm text-muted underline underline-offset-2 hover:text-fg";
  return (
    <p className="grid gap-1">
      {slug !== null && (
        <Link className={look} href={`/skills/${slug}/preview`}>
          Preview as buyers will see it
        </Link>
      )}
      <Link className={look} href={`/console/import?skill=${id}`}>
        Import from a package, repository, OpenAPI document or MCP server
      </Link>
    </p>
  );
}
