import { SkillPage, type SkillPageProps, skillMetadata } from "@/app/(market)/skills/[slug]/_components/skill-page";

type Props = Pick<SkillPageProps, "searchParams"> & { params: Promise<{ slug: string; name: string }> };

/** A private skill is under its organization's handle: `@{handle}/{slug}`. */
async function slugOf(params: Props["params"]) {
  const { slug, name } = await params;
  return { slug: `${decodeURIComponent(slug)}/${name}` };
}

export const generateMetadata = ({ params }: Props) => skillMetadata({ params: slugOf(params) });

/** The page of a private skill, for its members. */
export default function Page({ params, searchParams }: Props) {
  return <SkillPage params={slugOf(params)} searchParams={searchParams} />;
}
