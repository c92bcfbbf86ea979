/** The name of one: "page" of "pages", "query" of "queries". */
export function oneOf(name: string): string {
  const words = name.replaceAll("_", " ");
  if (/[^aeiou]ies$/.test(words)) return words.replace(/ies$/, "y");
  if (/(?:ss|x|ch|sh)es$/.test(words)) return words.slice(0, -2);
  return /[^s]s$/.test(words) ? words.slice(0, -1) : words;
}
