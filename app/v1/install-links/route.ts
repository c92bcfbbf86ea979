import * as links from "@/lib/demand/distribution/install-links";
import { InstallLinkList } from "@/lib/demand/distribution/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listInstallLinks",
    access: "account",
    tag: "Using skills",
    summary: "List your active install links",
    result: InstallLinkList,
  },
  ({ caller }) => links.list(caller),
);
