/** The values of a statement: in the order of `$1`, `$2` …, or by name, where `$skill` in its text is `values.skill`. */
export type Values = unknown[] | Readonly<Record<string, unknown>>;

type Numbered = { text: string; names: string[] };

/** Each text once; there are as many as statements in the code, since a text is made of constants. */
const numbered = new Map<string, Numbered>();

/** A text as PostgreSQL takes it, with numbers for its names, and the names in the order of their numbers. */
export function numberedText(text: string): Numbered {
  let known = numbered.get(text);
  if (!known) {
    const names: string[] = [];
    const withNumbers = text.replace(/\$([a-z]\w*)/g, (_, name: string) => {
      if (!names.includes(name)) names.push(name);
      return `$${names.indexOf(name) + 1}`;
    });
    known = { text: withNumbers, names };
    numbered.set(text, known);
  }
  return known;
}

/** A statement for the driver. Throws when a name of its text has no value. */
export function toStatement(text: string, values: Values): { text: string; values: unknown[] } {
  if (Array.isArray(values)) return { text, values };
  const { text: withNumbers, names } = numberedText(text);
  const inOrder = names.map((name) => {
    if (!Object.hasOwn(values, name)) throw new Error(`the statement has no value of $${name}`);
    return values[name];
  });
  return { text: withNumbers, values: inOrder };
}
