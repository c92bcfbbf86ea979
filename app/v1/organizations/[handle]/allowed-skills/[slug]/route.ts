import {
  AllowedSkill,
  AllowedSkillDecision,
  AllowedSkillParams,
  AllowedSkillRemoved,
  AllowedSkillRequest,
} from "@/lib/demand/allowed-skills/schemas";
import * as allowedSkills from "@/lib/demand/allowed-skills/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const POST = endpoint(
  {
    operationId: "askForSkill",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "Ask an organization to allow a skill",
    description: "Its owners and billing are notified. Asking again changes nothing.",
    params: AllowedSkillParams,
    body: AllowedSkillRequest,
    result: AllowedSkill,
  },
  ({ caller, params, body }) => allowedSkills.ask(caller, params.slug, body),
);

export const PUT = endpoint(
  {
    operationId: "decideAllowedSkill",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "Allow a skill to an organization's members, or refuse it",
    description: "In a signed-in session; an API key may not. The version is the one that you looked at.",
    params: AllowedSkillParams,
    body: AllowedSkillDecision,
    result: AllowedSkill,
    errors: ["session_required"],
  },
  ({ caller, params, body }) => allowedSkills.decide(caller, params.slug, body),
);

export const DELETE = endpoint(
  {
    operationId: "withdrawAllowedSkill",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "Stop allowing a skill to an organization's members",
    description: "Members can't use it any more. Its subscriptions end with their period.",
    params: AllowedSkillParams,
    result: AllowedSkillRemoved,
    errors: ["session_required"],
  },
  ({ caller, params }) => allowedSkills.withdraw(caller, params.slug),
);
