/** What the reader chose in place of the variables of examples. It lives in this tab until it is loaded anew. */
let chosen: Record<string, string> = {};

/** Chooses the values of variables, such as `$SKILL_ID`; an empty value leaves the variable. */
export function fillExamples(values: Record<string, string>): void {
  chosen = values;
}

/** An example with what the reader chose. */
export function filled(text: string): string {
  return Object.entries(chosen).reduce((all, [name, value]) => (value ? all.replaceAll(name, value) : all), text);
}
