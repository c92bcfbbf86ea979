import {
  InvitationInput,
  InvitationList,
  InvitationQuery,
  InvitationView,
} from "@/lib/identity/accounts/invitation-schemas";
import * as invitations from "@/lib/identity/accounts/invitations";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "adminListInvitations",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Invitations to register, newest first",
    query: InvitationQuery,
    result: InvitationList,
  },
  ({ query }) => invitations.list(query),
);

export const POST = endpoint(
  {
    operationId: "adminInvite",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Invite somebody to register, by mail; inviting again mails again",
    body: InvitationInput,
    result: InvitationView,
    errors: ["email_taken"],
  },
  ({ caller, body }) => invitations.invite(caller, body),
);
