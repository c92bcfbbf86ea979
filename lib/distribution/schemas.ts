import { z } from "zod";
import { Id, Time } from "@/lib/core/fields";
import { pageOf } from "@/lib/core/page";

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
    description: "The link itself: shown once, stored only as a hash.",
    example: "https://market.example/install/dGhpcyBpcyBub3QgYSByZWFsIHRva2VuIGF0IGFsbCE",
  }),
  command: z.string().meta({
    description: "What installs the package into an agent.",
    example: "npx skills add https://market.example/install/dGhpcyBpcyBub3QgYSByZWFsIHRva2VuIGF0IGFsbCE",
  }),
}).meta({ id: "NewInstallLink" });
export const InstallLinkList = pageOf(InstallLink).meta({ id: "InstallLinkList" });
