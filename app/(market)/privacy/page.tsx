import type { Metadata } from "next";
import { Readme } from "@/components/skills/readme";
import * as site from "@/lib/platform/site/service";

export const metadata: Metadata = { title: "Privacy policy" };

export default async function PrivacyPage() {
  const { text, version } = await site.page("privacy");
  return (
    <div className="mx-auto max-w-prose">
      <h1 className="sr-only">Privacy policy</h1>
      <Readme text={text} />
      <p className="mt-8 text-xs text-muted">Version {version}</p>
    </div>
  );
}
