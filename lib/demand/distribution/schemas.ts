import { z } from "zod";
import { OrganizationParams } from "@/lib/identity/organizations/schemas";
import { Id, SlugParams, Time } from "@/lib/platform/core/fields";
import { pageOf } from "@/lib/platform/core/page";
import { wholeNumber } from "@/lib/platform/core/query";
import { PackageFrontmatter, PackageManifest } from "@/lib/supply/packages/schemas";
import { PackagePreview } from "@/lib/supply/skills/content-schemas";

const MAX_OFFSET = 2_147_483_647;

export const InstallLink = z
  .object({
    id: Id,
    skill: z.string().meta({ description: "Slug of the skill.", example: "meeting-minutes" }),
    created_at: Time,
    expires_at: Time,
    used_at: Time.nullable(),
    revoked: z.literal(true).optional(),
  })
  .meta({ id: "InstallLink" });

export const NewInstallLink = InstallLink.extend({
  name: z.string().meta({ description: "The name that the package is installed under.", example: "minutes" }),
  url: z.string().meta({
    description: "The install link. It is shown once; only its hash is stored.",
    example: "https://market.example/install/dGhpcyBpcyBub3QgYSByZWFsIHRva2VuIGF0IGFsbCE",
  }),
  command: z.string().meta({
    description: "Command that installs the package into an agent.",
    example: "npx skills add https://market.example/install/dGhpcyBpcyBub3QgYSByZWFsIHRva2VuIGF0IGFsbCE",
  }),
  plugin_command: z.string().meta({
    description: "Commands that install the package into Claude Code as a plugin.",
    example:
      "claude plugin marketplace add https://market.example/install/dGhpcyBpcyBub3QgYSByZWFsIHRva2VuIGF0IGFsbCE/.claude-plugin/marketplace.json && claude plugin install meeting-minutes@skills-marketplace-meeting-minutes",
  }),
}).meta({ id: "NewInstallLink" });
export const InstallLinkList = pageOf(InstallLink).meta({ id: "InstallLinkList" });

export const PluginLinkParams = OrganizationParams.extend({ link: Id });

export const PluginLink = z
  .object({
    id: Id,
    member: z.object({ id: Id, name: z.string().meta({ example: "Ada Lovelace" }) }),
    created_at: Time,
    expires_at: Time,
    used_at: Time.nullable(),
    revoked: z.literal(true).optional(),
  })
  .meta({ id: "PluginLink" });
export const PluginLinkList = pageOf(PluginLink).meta({ id: "PluginLinkList" });

export const NewPluginLink = PluginLink.extend({
  url: z.string().meta({
    description: "The address of the marketplace, with its secret. It is shown once; only its hash is stored.",
    example:
      "https://market.example/install/dGhpcyBpcyBub3QgYSByZWFsIHRva2VuIGF0IGFsbCE/.claude-plugin/marketplace.json",
  }),
  name: z.string().meta({
    description: "What Claude Code calls the marketplace: `claude plugin install <skill>@<name>`.",
    example: "acme-skills-marketplace",
  }),
  command: z.string().meta({
    description: "Command that adds the marketplace to Claude Code.",
    example:
      "claude plugin marketplace add https://market.example/install/dGhpcyBpcyBub3QgYSByZWFsIHRva2VuIGF0IGFsbCE/.claude-plugin/marketplace.json",
  }),
}).meta({ id: "NewPluginLink" });

export const PackageFileParams = SlugParams.extend({
  path: z.string().meta({
    description: "Path of the file in the package, with each slash as %2F.",
    example: "SKILL.md",
  }),
});

export const PackageFileQuery = z.object({
  offset: wholeNumber(0, MAX_OFFSET)
    .default(0)
    .meta({ description: "Where to begin: the `next_offset` of the part before.", example: 0 }),
});

export const PackageContents = PackageManifest.omit({ findings: true })
  .extend({
    frontmatter: PackageFrontmatter.nullable().meta({ description: "What SKILL.md says of itself." }),
    headings: z
      .array(z.object({ level: z.number().int().min(1).max(6), text: z.string() }))
      .meta({ description: "The headings of SKILL.md.", example: [{ level: 1, text: "Meeting minutes" }] }),
    complete: z.boolean().meta({
      description: "Whether `skill_md` is all of SKILL.md; otherwise its beginning, or nothing.",
      example: true,
    }),
    skill_md: z.string().meta({
      description:
        "The Markdown of SKILL.md, without its front matter; of a package that has to be bought first, what its developer shows.",
      example: "# Meeting minutes\n\nWrite the minutes of a meeting.",
    }),
    preview: PackagePreview,
    readable: z.boolean().meta({ description: "Whether the caller may read every file now.", example: false }),
    install: z.string().nullable().meta({
      description:
        "Command that installs a free package; null for others, for which POST /v1/skills/{slug}/install-links creates a command once they are bought.",
      example: "npx skills add https://market.example/skills/meeting-minutes",
    }),
  })
  .meta({ id: "PackageContents" });
export type PackageContents = z.input<typeof PackageContents>;
