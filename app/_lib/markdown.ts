/** Untrusted text inside a line of Markdown, fully escaped. */
export function inline(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]<>#|~!]/g, "\\$&");
}
