import type { Metadata } from "next";
import { requireSkill } from "@/app/console/[id]/_lib/skill";
import { SigningPanel } from "@/app/console/[id]/signing/_components/signing-panel";
import { VERIFICATION } from "@/app/console/[id]/signing/_components/verification";
import { HighlightedBlock } from "@/components/code/highlighted";
import { Panel } from "@/components/ui/panel";
import * as secrets from "@/lib/supply/publishing/webhook-secrets";

export const metadata: Metadata = { title: "Signing", robots: { index: false } };

export default async function SigningPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { caller } = await requireSkill(id);
  const { previous } = await secrets.get(caller, id);
  return (
    <div className="grid max-w-3xl gap-4">
      <SigningPanel skillId={id} previousEndsAt={previous ? new Date(previous.ends_at).toISOString() : null} />
      <Panel title="Verify a call">
        <div className="grid gap-4">
          <p className="max-w-prose text-sm text-muted">
            Calls follow Standard Webhooks: the headers <code>webhook-id</code>, <code>webhook-timestamp</code> and{" "}
            <code>webhook-signature</code>, which may carry several signatures, separated by spaces. Use any Standard
            Webhooks library, or this code:
          </p>
          {VERIFICATION.map(({ language, code }) => (
            <HighlightedBlock key={language} language={language} code={code} />
          ))}
        </div>
      </Panel>
    </div>
  );
}
