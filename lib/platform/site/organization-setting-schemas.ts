import { z } from "zod";
import { setting } from "@/lib/platform/site/input-schemas";

const MAX_ORGANIZATIONS = 1_000;

/** Settings of organizations. */
export const ORGANIZATION_SETTINGS = {
  organizations_per_person: setting(
    z.number().int().min(0).max(MAX_ORGANIZATIONS).meta({
      description: "Organizations of which one person may be an owner; 0 turns off creating them.",
      example: 10,
    }),
    {
      initial: 10,
      panel: "site",
      label: "Organizations per person",
      hint: "How many organizations one person may own. 0 turns off creating them.",
      input: { kind: "number" },
    },
  ),
};
