/**
 * What the members of an organization may do: the one table. The API's checks, the pages' buttons, the docs, what keys may
 * and the tests of every role are derived from it.
 */
import { type Caller, MEMBER_ROLES, type MemberRole, type Scope } from "@/lib/platform/core/caller";
import { AppError } from "@/lib/platform/core/errors";

/** Each permission, the roles that have it, and what it is for. */
export const PERMISSIONS = {
  view: { roles: MEMBER_ROLES, label: "See the wallet, usage, purchases, keys, skills and members" },
  use: { roles: ["owner", "developer", "member"], label: "Run and buy skills, and create their own API keys" },
  renew: { roles: ["owner", "billing", "developer", "member"], label: "Turn renewals on or off" },
  pay: {
    roles: ["owner", "billing"],
    label: "Add credits, request refunds and payouts, manage documents, budgets and credentials, allow skills",
  },
  publish: {
    roles: ["owner", "developer"],
    label: "Publish skills, and manage their secrets, webhooks and buyers' requests",
  },
  manage: {
    roles: ["owner"],
    label: "Manage members, invitations and settings, transfer skills, and close the organization",
  },
} as const satisfies Record<string, { roles: readonly MemberRole[]; label: string }>;
export type Permission = keyof typeof PERMISSIONS;

/** What a role is called, and in short what it is for. */
export const ROLE_TEXTS: Record<MemberRole, { name: string; text: string }> = {
  owner: { name: "Owner", text: "Everything, including members and closing the organization" },
  billing: { name: "Billing", text: "Wallet, documents, budgets, refunds and payouts" },
  developer: { name: "Developer", text: "Publishes skills, uses and buys skills" },
  member: { name: "Member", text: "Uses and buys skills, has their own API keys" },
  viewer: { name: "Viewer", text: "Sees everything, changes nothing" },
};

/** Most that the key of a member may do; `member_scopes.sql` says the same to the statement that charges. */
export const ROLE_SCOPES: Record<MemberRole, readonly Scope[]> = {
  owner: ["read", "purchase", "execute", "publish"],
  billing: ["read", "purchase"],
  developer: ["read", "purchase", "execute", "publish"],
  member: ["read", "purchase", "execute"],
  viewer: ["read"],
};

/** What operations require whose scope alone does not say it. `person`: they are about the person, not the organization. */
const OPERATIONS: Record<string, Permission | "person"> = {
  changeEmail: "person",
  requestEmailVerification: "person",
  verifyEmail: "person",
  listSessions: "person",
  endSession: "person",
  endSessions: "person",
  updateAccount: "person",
  closeAccount: "person",

  createOrganization: "view",
  acceptInvitation: "view",
  declineInvitation: "view",
  sendMcpMessage: "view",

  setBudget: "pay",
  setOrganizationBudget: "pay",
  decideApproval: "pay",
  decideAllowedSkill: "pay",
  withdrawAllowedSkill: "pay",
  deleteBudget: "pay",
  deleteOrganizationBudget: "pay",
  setCredential: "pay",
  removeCredential: "pay",
  getBillingDetails: "pay",
  updateBillingDetails: "pay",
  setUpCard: "pay",
  removeCard: "pay",
  downloadDocument: "pay",
  downloadBillingStatement: "pay",
  cancelOrder: "pay",
  updateCreditSettings: "pay",
  createTopup: "pay",
  refreshPayoutAccount: "pay",
  connectPayoutAccount: "pay",
  updatePayoutAccount: "pay",
  requestPayout: "pay",
  createCardRefund: "pay",
  requestRefund: "pay",
  escalateRefundRequest: "pay",
  updatePurchase: "renew",

  voteForSkillRequest: "use",
  withdrawSkillRequestVote: "use",
  createKey: "use",
  updateKey: "use",
  rotateKey: "use",
  revokeKey: "view",
  decideConnection: "use",
  markNotificationsRead: "view",

  claimName: "manage",
  appealNameClaim: "manage",
  offerTransfer: "manage",
  acceptTransfer: "manage",
  endTransfer: "manage",
  exportAccount: "manage",
  updateOrganization: "manage",
  getOrganizationSignIn: "manage",
  setOrganizationSignIn: "manage",
  updateOrganizationSignIn: "manage",
  removeOrganizationSignIn: "manage",
  checkOrganizationSignIn: "manage",
  listCompanyIdentities: "person",
  removeCompanyIdentity: "person",
  closeOrganization: "manage",
  updateMember: "manage",
  removeMember: "manage",
  leaveOrganization: "view",
  listPrivateSkills: "view",
  listAllowedSkills: "view",
  askForSkill: "use",
  createPluginLink: "use",
  withdrawPluginLink: "view",
  listMemberInvitations: "manage",
  inviteMember: "manage",
  resendMemberInvitation: "manage",
  withdrawMemberInvitation: "manage",
  listOrganizationAudit: "manage",
  exportOrganizationAudit: "manage",
};

type Operation = { operationId?: string; access: string; scope?: Scope | null };

/** What an operation requires of a member, or `person`; null for a write that the table does not know. */
export function permissionOf(
  { operationId = "", access, scope = "read" }: Operation,
  method: string,
): Permission | "person" | null {
  const named = OPERATIONS[operationId];
  if (named) return named;
  if (scope === "publish") return "publish";
  if (scope === "purchase" || scope === "execute") return "use";
  return method === "GET" || method === "HEAD" || access !== "account" ? "view" : null;
}

/** The roles that may do what requires a permission. */
export const rolesWith = (permission: Permission): readonly MemberRole[] => PERMISSIONS[permission].roles;

/** Whether a caller may do what requires a permission: a person may do everything with their own account. */
export function may({ organization }: Pick<Caller, "organization">, permission: Permission): boolean {
  return !organization || rolesWith(permission).includes(organization.role);
}

/** Checks that a caller who acts for an organization may do so with a permission. */
export function requirePermission(
  caller: Pick<Caller, "organization">,
  permission: Permission | "person" | null,
): void {
  if (!caller.organization) return;
  const { handle, role } = caller.organization;
  if (permission === "person")
    throw new AppError(
      "not_for_organizations",
      `You act for ${handle}, and an organization can't do this. Switch to your own account.`,
      { details: { acting_for: handle } },
    );
  if (permission && may(caller, permission)) return;
  const roles = permission ? rolesWith(permission) : [];
  throw new AppError("role_required", `Your role in ${handle} is ${role}. This requires: ${roles.join(", ")}.`, {
    details: { role, roles },
  });
}

/** What a key may do with its maker's present role: the lesser of the two. */
export function scopesWithin<S extends Scope>(scopes: readonly S[], role: MemberRole | null): S[] {
  return scopes.filter((scope) => role === null || ROLE_SCOPES[role].includes(scope));
}
