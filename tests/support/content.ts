import { CONTENT_NAMES, type ContentName } from "@/lib/supply/skills/content-fields";

/** Every content field with one value, such as null: a test names only those that it is about. */
export const everyField = <Value>(value: Value) =>
  Object.fromEntries(CONTENT_NAMES.map((name) => [name, value])) as Record<ContentName, Value>;
