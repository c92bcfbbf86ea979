import { Check } from "lucide-react";
import { Panel } from "@/components/ui/panel";
import { PERMISSIONS, type Permission, ROLE_TEXTS } from "@/lib/identity/keys/permissions";
import { MEMBER_ROLES, type MemberRole } from "@/lib/platform/core/caller";

/** What each role may do. */
export function RoleTable() {
  return (
    <Panel title="What each role may do">
      <div className="relative overflow-x-auto">
        <table className="w-full min-w-[34rem] text-sm">
          <thead>
            <tr className="border-b border-line text-left text-xs text-muted">
              <th scope="col" className="py-2 pr-4 font-medium">
                Permission
              </th>
              {MEMBER_ROLES.map((role) => (
                <th key={role} scope="col" className="px-2 py-2 text-center font-medium whitespace-nowrap">
                  {ROLE_TEXTS[role].name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(Object.keys(PERMISSIONS) as Permission[]).map((name) => (
              <tr key={name} className="border-b border-line last:border-0">
                <th scope="row" className="py-2 pr-4 text-left font-normal">
                  {PERMISSIONS[name].label}
                </th>
                {MEMBER_ROLES.map((role) => (
                  <td key={role} className="px-2 py-2 text-center">
                    {(PERMISSIONS[name].roles as readonly MemberRole[]).includes(role) ? (
                      <Check size={15} role="img" aria-label="Yes" className="inline text-ok" />
                    ) : (
                      <span className="sr-only">No</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
