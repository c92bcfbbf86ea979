/** Members of organizations, who may become one, and what they may use. */

/** What a member of an organization is there, and what that lets them do. */
export type Role = "owner" | "billing" | "developer" | "member" | "viewer";
export type Permission = "view" | "use" | "renew" | "pay" | "publish" | "manage";

/** To join an organization, by email. */
export type Invitation = { ref: string; organization: string; email: string; role: Role; expiresAt: number };

/** What an organization says of a skill: the version that was looked at, and the member who waits for a decision. */
export type Allowed = {
  account: string;
  skill: string;
  version: number | null;
  askedBy: string | null;
  isDecided: boolean;
};
