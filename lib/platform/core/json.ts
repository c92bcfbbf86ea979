/** JSON that was checked and is passed on as it is: a field of a result, which is not built and written again. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Builds the value; so does `JSON.stringify`, where `jsonOf` takes the text. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** The JSON of a result; fields of it or of one of its objects that are JSON already are passed on as they are. */
export function jsonOf(result: unknown): string {
  if (!holdsText(result) && !(isPlain(result) && Object.values(result).some(holdsText))) return JSON.stringify(result);
  const parts = Object.entries(result as object)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${value instanceof JsonText ? value.text : jsonOf(value)}`);
  return `{${parts.join(",")}}`;
}

const isPlain = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !("toJSON" in value);

const holdsText = (value: unknown): boolean =>
  isPlain(value) && Object.values(value).some((field) => field instanceof JsonText);
