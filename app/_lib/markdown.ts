/** A stranger's text inside a line of Markdown: nothing in it is a mark, and it cannot begin a line. */
export function inline(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]<>#|~!]/g, "\\$&");
}
