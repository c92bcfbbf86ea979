import { z } from "zod";

/** What can be said of a package's code, in the order in which it is shown, with what people read. */
export const BEHAVIORS = {
  hosts: "Hosts it speaks to",
  commands: "Commands it runs",
  outside_files: "Files outside its folder",
  variables: "Environment variables it reads",
  decodes: "Encoded content it decodes",
  misleading_links: "Links whose text is another address",
} as const;
export type BehaviorKind = keyof typeof BEHAVIORS;
export const BEHAVIOR_KINDS = Object.keys(BEHAVIORS) as [BehaviorKind, ...BehaviorKind[]];

const texts = (description: string, example: string) => z.array(z.string()).meta({ description, example: [example] });

export const PackageBehavior = z
  .object({
    hosts: texts("Hosts in its scripts and code examples.", "api.example.net"),
    commands: texts("Programs that they start.", "git"),
    outside_files: texts("Paths outside the skill's folder.", "~/.config/git"),
    variables: texts("Environment variables.", "GITHUB_TOKEN"),
    decodes: texts("Where encoded content is decoded, and how.", "base64 in scripts/run.sh"),
    misleading_links: texts("Links whose text names another host than they lead to.", "github.com → evil.example"),
  })
  .meta({ id: "PackageBehavior" });
export type PackageBehavior = z.output<typeof PackageBehavior>;
