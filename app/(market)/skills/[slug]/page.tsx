import { SkillPage, type SkillPageProps, skillMetadata } from "@/app/(market)/skills/[slug]/_components/skill-page";

export const generateMetadata = (props: SkillPageProps) => skillMetadata(props);

/** The page of a skill of the marketplace. */
export default function Page(props: SkillPageProps) {
  return <SkillPage {...props} />;
}
