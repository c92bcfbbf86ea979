import * as links from "@/lib/distribution/install-links";
import { InstallLinkList } from "@/lib/distribution/schemas";
import { endpoint } from "@/lib/http/endpoint";

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
