import { z } from "zod";
import { ImageId } from "@/lib/platform/core/fields";
import { line, setting } from "@/lib/platform/site/input-schemas";
import { TitledText } from "@/lib/platform/site/titled-text-schemas";

const MAX_HEADING_CHARS = 80;
const MAX_TEXT_CHARS = 300;
const MAX_STEPS = 3;

/** The steps of the landing page, until an administrator changes them; each has its picture. */
const LANDING_STEPS: TitledText[] = [
  { title: "Set the cap", text: "Approve your agent in the browser: what it may do, and how much it may spend." },
  { title: "It finds what works", text: "Success rate, speed and price of every skill are measured, not claimed." },
  { title: "Watch every cent", text: "Each call shows up with its price. At the cap it stops." },
];

/** What the landing page says, as a part of the list of settings. */
export const LANDING_SETTINGS = {
  landing_title: setting(
    line(MAX_HEADING_CHARS).meta({
      description: "The heading of the landing page.",
      example: "Skills for people and agents",
    }),
    {
      initial: "Skills for people and agents. Pay for what works.",
      panel: "landing",
      label: "Heading",
      hint: "What the marketplace is, in a few words.",
      input: { kind: "line" },
    },
  ),
  landing_text: setting(
    line(MAX_TEXT_CHARS).meta({
      description: "The text below that heading.",
      example: "Reviewed skills at a price per call.",
    }),
    {
      initial: "Reviewed APIs and packages, paid per call or per month. Failed calls are free, and you set the cap.",
      panel: "landing",
      label: "Text below it",
      hint: "For whom it is, and why to trust it.",
      input: { kind: "text", rows: 2 },
    },
  ),
  landing_agent_title: setting(
    line(MAX_HEADING_CHARS).meta({
      description: "The heading above the command that connects an agent.",
      example: "Connect your agent",
    }),
    {
      initial: "Give your agent a wallet with a cap",
      panel: "landing",
      label: "Heading above the command",
      hint: "The command itself is made for each client.",
      input: { kind: "line" },
    },
  ),
  landing_agent_text: setting(
    line(MAX_TEXT_CHARS).meta({
      description: "What happens once the command runs.",
      example: "You approve it in your browser and set a cap.",
    }),
    {
      initial: "Your browser opens. Approve it and set the cap: $1 a day unless you change it.",
      panel: "landing",
      label: "Text below the command",
      hint: "What happens once it runs.",
      input: { kind: "text", rows: 2 },
    },
  ),
  landing_steps: setting(
    z
      .array(TitledText)
      .max(MAX_STEPS)
      .meta({
        description: "The steps on the landing page, at most three.",
        example: [{ title: "Set the cap", text: "You approve the agent in your browser." }],
      }),
    {
      initial: LANDING_STEPS,
      panel: "landing",
      label: "Steps",
      hint: "At most three, separated by an empty line. First line: title. Rest: text.",
      input: { kind: "titled", rows: 8 },
    },
  ),
  landing_seller_text: setting(
    line(MAX_TEXT_CHARS).nullable().meta({
      description: "The line for sellers; `{{share}}` stands for what they keep of a sale. Null for none.",
      example: "Sell your API here.",
    }),
    {
      initial: "Have an API or a SKILL.md package? Sell it here and keep {{share}} of every sale.",
      panel: "landing",
      label: "Line for sellers",
      hint: "{{share}} stands for what they keep of a sale. Empty shows none.",
      input: { kind: "text", rows: 2 },
    },
  ),
  landing_picture: setting(
    ImageId.nullable().meta({
      description: "The picture above the steps; null for pictures drawn from the marketplace itself.",
      example: null,
    }),
    {
      initial: null,
      panel: "landing",
      label: "Picture",
      hint: "In place of the three pictures.",
      input: { kind: "its own" },
    },
  ),
};
