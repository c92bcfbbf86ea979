/** How each state of a credential reads. */
export const STATE_LOOKS = {
  missing: { title: "Not added", tone: "warn" },
  stored: { title: "Stored", tone: "ok" },
  changed: { title: "Add it again", tone: "warn" },
  unused: { title: "Not used", tone: "plain" },
} as const;
