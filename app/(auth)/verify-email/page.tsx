import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireCaller } from "@/app/_lib/viewer";
import { VerifyEmail } from "@/app/(auth)/verify-email/_components/verify-email";
import { PageHead, Panel } from "@/components/ui/panel";

export const metadata: Metadata = {
  title: "Verify your email",
  robots: { index: false },
  referrer: "no-referrer",
};

type Search = Promise<{ token?: string | string[] }>;

export default async function VerifyEmailPage({ searchParams }: { searchParams: Search }) {
  const { token } = await searchParams;
  if (typeof token !== "string") notFound();
  await requireCaller(`/verify-email?token=${encodeURIComponent(token)}`);
  return (
    <div className="mx-auto max-w-sm">
      <PageHead title="Verify your email" />
      <Panel>
        <VerifyEmail token={token} />
      </Panel>
    </div>
  );
}
