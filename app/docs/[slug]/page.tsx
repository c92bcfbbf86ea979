import type { Metadata } from "next";
import { permanentRedirect } from "next/navigation";
import { DocPageView, docMetadata } from "@/app/docs/_lib/doc-page";

type Props = { params: Promise<{ slug: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return docMetadata((await params).slug);
}

export default async function DocPage({ params }: Props) {
  const { slug } = await params;
  if (slug === "quickstart") permanentRedirect("/docs");
  return <DocPageView slug={slug} />;
}
