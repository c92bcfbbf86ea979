import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getCaller } from "@/app/_lib/viewer";
import { problemOf } from "@/app/(auth)/_lib/problem";
import { SecondStepForm } from "@/app/(auth)/sign-in/code/_components/second-step-form";
import { PageHead, Panel } from "@/components/ui/panel";
import { nextPath } from "@/lib/interfaces/http/next-path";

export const metadata: Metadata = { title: "Enter your code", robots: { index: false } };

type Search = Promise<Partial<Record<"next" | "kind" | "error" | "param", string | string[]>>>;

export default async function SecondStepPage({ searchParams }: { searchParams: Search }) {
  const asked = await searchParams;
  const next = nextPath(asked.next);
  if (await getCaller()) redirect(next);
  return (
    <div className="mx-auto max-w-sm">
      <PageHead title="Enter your code">Two-factor authentication is on for this account.</PageHead>
      <Panel>
        <SecondStepForm next={next} isRecovery={asked.kind === "recovery"} problem={problemOf(asked)} />
      </Panel>
    </div>
  );
}
