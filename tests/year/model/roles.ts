/** Members of organizations, and who may become one. */

/** What a member of an organization is there, and what that lets them do. */
export type Role = "owner" | "billing" | "developer" | "member" | "viewer";
export type Permission = "view" | "use" | "renew" | "pay" | "publish" | "manage";

/** To join an organization, by email. */
export type Invitation = { ref: string; organization: string; email: string; role: Role; expiresAt: number };
