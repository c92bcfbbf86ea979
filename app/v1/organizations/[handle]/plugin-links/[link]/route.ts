import * as links from "@/lib/demand/distribution/plugin-links";
import { PluginLink, PluginLinkParams } from "@/lib/demand/distribution/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const DELETE = endpoint(
  {
    operationId: "withdrawPluginLink",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "Withdraw a link to an organization's plugin marketplace",
    description: "Your own; owners withdraw any member's. Plugins that are installed stay.",
    params: PluginLinkParams,
    result: PluginLink,
  },
  ({ caller, params }) => links.withdraw(caller, params.link),
);
