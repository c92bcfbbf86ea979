/** The text of a message, for both page and mail. `path` is on the marketplace, or a full URL. */
export type Message = { title: string; lines: string[]; action: { label: string; path: string } | null };
