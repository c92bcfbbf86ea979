import { isPlaceholder } from "@/lib/identity/accounts/organization-accounts";

/** What is shown under an account's name: its email, which an organization has not. */
export const emailOf = ({ email }: { email: string }): string => (isPlaceholder(email) ? "Organization" : email);
