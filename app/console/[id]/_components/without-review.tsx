"use client";

import dynamic from "next/dynamic";
import type { EndpointAuthShown } from "@/app/console/[id]/_components/endpoint-auth-panel";
import { GuestCalls, type GuestCallsProps } from "@/app/console/[id]/_components/guest-calls";
import { hasToolsOf } from "@/app/console/[id]/_components/state";
import type { Draft } from "@/app/console/[id]/_components/use-draft";

const EndpointAuthPanel = dynamic(() =>
  import("@/app/console/[id]/_components/endpoint-auth-panel").then((module) => module.EndpointAuthPanel),
);
const PlansPanel = dynamic(() =>
  import("@/app/console/[id]/_components/plans-panel").then((module) => module.PlansPanel),
);

type Props = {
  draft: Draft;
  auth: EndpointAuthShown;
  guests: Omit<GuestCallsProps, "id">;
  isOpen: boolean;
};

/** What no reviewer sees, and what can be changed at any time. */
export function WithoutReview({ draft: { skill, state, save, reload }, auth, guests, isOpen }: Props) {
  const isPublic = skill.visibility === "public";
  return (
    <>
      {isPublic && isOpen && skill.pricing_type === "subscription" && state.pricing_type === "subscription" && (
        <PlansPanel id={skill.id} initial={skill} saved={save} onSaved={reload} />
      )}
      {hasToolsOf(state) && (
        <EndpointAuthPanel
          skillId={skill.id}
          initial={auth}
          endpoint={state.api_endpoint}
          saved={async () => isOpen && save()}
        />
      )}
      {state.execution_type !== "download" && isPublic && <GuestCalls id={skill.id} {...guests} />}
    </>
  );
}
