import type { CategorySlug } from "@/lib/skills/categories";

/** Stems that speak for a category. */
const STEMS: Record<CategorySlug, string> = {
  data: "data csv sql spreadsheet excel analytic chart statistic dataset query table json parse etl",
  writing: "writ edit text draft document prose grammar summar blog article copyedit proofread markdown",
  "developer-tools":
    "code test debug refactor git api sdk lint review program develop compil typescript python mcp",
  devops: "deploy docker kubernetes infrastructure monitor ci cloud terraform server incident log pipeline",
  security: "secur vulnerab secret threat password encrypt audit malware phishing",
  design: "design color colour layout font accessib css theme ui ux brand canvas poster",
  media: "image audio video photo gif speech transcri music sound picture podcast",
  productivity: "calendar note meeting task email slide presentation pdf docx schedule minutes office",
  finance: "financ invoice budget tax market stock account payment currency expense",
  marketing: "marketing seo campaign lead sales advert newsletter crm",
  research: "research cite citation paper source literature scholar bibliograph search",
  language: "translat language transliter localiz dictionary vocabulary grammar",
  education: "teach learn lesson student grade quiz explain course exercise tutor",
  "customer-support": "support ticket customer helpdesk reply faq chatbot complaint",
};

/** The category that most words of a text speak for; developer tools when none does. */
export function suggestCategory(text: string): CategorySlug {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  let best: { slug: CategorySlug; hits: number } = { slug: "developer-tools", hits: 0 };
  for (const [slug, stems] of Object.entries(STEMS) as [CategorySlug, string][]) {
    const list = stems.split(" ");
    // Short stems are whole words: "ci" is not the start of "city".
    const isHit = (word: string) =>
      list.some((stem) => word === stem || (stem.length > 3 && word.startsWith(stem)));
    const hits = words.filter(isHit).length;
    if (hits > best.hits) best = { slug, hits };
  }
  return best.slug;
}
