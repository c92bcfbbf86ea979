/** Stems that speak for a category. */
const STEMS: Record<string, string> = {
  data: "data csv sql spreadsheet excel analytic chart statistic dataset query table json parse etl",
  writing: "writ edit text draft document prose grammar summar blog article copyedit proofread markdown",
  "developer-tools": "code test debug refactor git api sdk lint review program develop compil typescript python mcp",
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

/** The one of some categories that most words of a text speak for; developer tools, or the first, when none does. */
export function suggestCategory(text: string, slugs: readonly string[]): string {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const fallback = slugs.find((slug) => slug === "developer-tools") ?? slugs[0] ?? "";
  let best = { slug: fallback, hits: 0 };
  for (const slug of slugs) {
    const list = (STEMS[slug] ?? slug.replaceAll("-", " ")).split(" ");
    // Short stems are whole words: "ci" is not the start of "city".
    const isHit = (word: string) => list.some((stem) => word === stem || (stem.length > 3 && word.startsWith(stem)));
    const hits = words.filter(isHit).length;
    if (hits > best.hits) best = { slug, hits };
  }
  return best.slug;
}
