type Action = { label: string; path: string };

/** The text of a message, for both page and mail. `path` is on the marketplace, or a full URL. `also` is a second link. */
export type Message = { title: string; lines: string[]; action: Action | null; also?: Action };
