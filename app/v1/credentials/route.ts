import { StoredCredentialList } from "@/lib/demand/credentials/schemas";
import * as credentials from "@/lib/demand/credentials/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listCredentials",
    access: "account",
    tag: "Account",
    summary: "List the credentials you stored for skills (values omitted)",
    result: StoredCredentialList,
  },
  ({ caller }) => credentials.list(caller),
);
