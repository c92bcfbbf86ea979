import { z } from "zod";
import { MEMBER_ROLES } from "@/lib/platform/core/caller";

/** The role of a member of an organization. */
export const MemberRole = z.enum(MEMBER_ROLES).meta({
  id: "MemberRole",
  description: "What a member of an organization may do; see the guide to organizations.",
  example: "member",
});
