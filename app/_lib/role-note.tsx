import type { ReactNode } from "react";
import { Panel } from "@/components/ui/panel";
import { PERMISSIONS, type Permission, ROLE_TEXTS } from "@/lib/identity/keys/permissions";

/** Says which roles may do what the viewer's may not, in place of its buttons. */
export function RoleNote({ permission, children }: { permission: Permission; children: ReactNode }) {
  const roles = PERMISSIONS[permission].roles.map((role) => ROLE_TEXTS[role].name.toLowerCase());
  return (
    <Panel>
      <p className="text-sm text-muted">
        {children}: this takes the role {new Intl.ListFormat("en", { type: "disjunction" }).format(roles)}.
      </p>
    </Panel>
  );
}
