import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { nextPath } from "@/app/(account)/next-path";
import { getCaller } from "@/app/viewer";
import { SecondStepForm } from "@/components/account/second-step-form";
import { PageHead, Panel } from "@/components/ui/panel";

export const metadata: Metadata = { title: "Enter your code", robots: { index: false } };

type Search = Promise<{ next?: string | string[] }>;

export default async function SecondStepPage({ searchParams }: { searchParams: Search }) {
  const next = nextPath((await searchParams).next);
  if (await getCaller()) redirect(next);
  return (
    <div className="mx-auto max-w-sm">
      <PageHead title="Enter your code">Two-factor authentication is on for this account.</PageHead>
      <Panel>
        <SecondStepForm next={next} />
      </Panel>
    </div>
  );
}
