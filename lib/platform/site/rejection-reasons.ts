import type { TitledText } from "@/lib/platform/site/titled-text-schemas";

/** Reasons for a rejection to begin with, each with what to do; administrators change them. */
export const REJECTION_REASONS: TitledText[] = [
  {
    title: "Endpoint does not respond",
    text: "The endpoint does not respond, or not as the schema says. Test it in the console until the example works.",
  },
  {
    title: "Promises too much",
    text: "The description promises more than the skill does. Describe what a caller gets.",
  },
  {
    title: "Dangerous package",
    text: "The package asks agents to ignore their instructions or to run code from elsewhere. Remove these lines.",
  },
  {
    title: "Parameters unexplained",
    text: "The readme does not say what the parameters mean. Explain each, with an example.",
  },
  {
    title: "Secrets in the package",
    text: "The package contains what looks like a secret. Remove it, and revoke it where it was issued.",
  },
  {
    title: "Copy of another skill",
    text: "This looks like another developer's work. Show that you may sell it, or publish something of your own.",
  },
  {
    title: "Wrong category",
    text: "The category does not fit. Choose the one in which people would look for it.",
  },
];
