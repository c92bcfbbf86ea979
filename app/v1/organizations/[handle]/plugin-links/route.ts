import * as links from "@/lib/demand/distribution/plugin-links";
import { NewPluginLink, PluginLinkList } from "@/lib/demand/distribution/schemas";
import { OrganizationParams } from "@/lib/identity/organizations/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

const about = {
  access: "account",
  isOfOrganization: true,
  tag: "Organizations",
  params: OrganizationParams,
} as const;

export const GET = endpoint(
  {
    ...about,
    operationId: "listPluginLinks",
    summary: "List the links to an organization's plugin marketplace",
    description: "Your own; owners see every member's.",
    result: PluginLinkList,
  },
  ({ caller }) => links.list(caller),
);

export const POST = endpoint(
  {
    ...about,
    operationId: "createPluginLink",
    summary: "Create a link to an organization's plugin marketplace",
    description:
      "For Claude Code, which lists every package that the organization publishes, has bought or allows, and that its members have without a charge. The link works for a year, until you withdraw it, or until you may no longer use skills for the organization. Only signed-in members create one.",
    result: NewPluginLink,
    errors: ["session_required"],
  },
  ({ caller }) => links.create(caller),
);
