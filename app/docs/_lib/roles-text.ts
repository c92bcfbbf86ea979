import { PERMISSIONS, type Permission, ROLE_TEXTS } from "@/lib/identity/keys/permissions";
import { MEMBER_ROLES, type MemberRole } from "@/lib/platform/core/caller";

/** What the roles of an organization may do, as a Markdown table. */
export function rolesText(): string {
  const rows = (Object.keys(PERMISSIONS) as Permission[]).map((name) => {
    const { label, roles } = PERMISSIONS[name];
    const marks = MEMBER_ROLES.map((role) => ((roles as readonly MemberRole[]).includes(role) ? "yes" : ""));
    return `| ${label} | ${marks.join(" | ")} |`;
  });
  const heads = MEMBER_ROLES.map((role) => ROLE_TEXTS[role].name.toLowerCase());
  return [`| | ${heads.join(" | ")} |`, `| --- | ${heads.map(() => "---").join(" | ")} |`, ...rows].join("\n");
}
