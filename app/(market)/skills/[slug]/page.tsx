import { SkillPage, skillMetadata } from "@/app/(market)/skills/[slug]/_components/skill-page";

type Props = {
  params: Promise<{ slug: string }>;
  searchParams: Promise<{
    tab?: string;
    language?: string;
    offset?: string;
    sort?: string;
    rating?: string;
    path?: string;
    tool?: string;
  }>;
};

export const generateMetadata = (props: Props) => skillMetadata(props);

/** The page of a skill of the marketplace. */
export default function Page(props: Props) {
  return <SkillPage {...props} />;
}
