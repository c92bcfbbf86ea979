import { AdminActionDialog } from "@/components/admin/admin-action-dialog";
import { type AccountDetail, MAX_GRANT_CREDITS } from "@/lib/operator/directory/schemas";
import { dollars } from "@/lib/platform/core/dollars";

const plural = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

/** What a suspension does to buyers, money and the developer's balance. */
function effectsText({ suspension_effects: effects }: AccountDetail): string {
  const { live_skills: live, running_purchases: running, refund, earnings, renewing } = effects;
  return [
    live > 0 ? `${plural(live, "live skill leaves", "live skills leave")} the marketplace.` : "It has no live skills.",
    running > 0
      ? `${plural(running, "running purchase ends", "running purchases end")}, and about ${dollars(refund)} are refunded to the buyers, from the developer's earnings (now ${dollars(earnings)}) and our fee.`
      : "No running purchases, so nothing is refunded.",
    ...(running === 0 && earnings > 0
      ? [`Earnings of ${dollars(earnings)} stay in the account and aren't paid out.`]
      : []),
    ...(renewing > 0
      ? [`${plural(renewing, "subscription of this account doesn't", "subscriptions of this account don't")} renew.`]
      : []),
  ].join(" ");
}

/** What an administrator may do with an account; nothing with their own. */
export function AccountActions({ account, isOwn }: { account: AccountDetail; isOwn: boolean }) {
  if (isOwn) return <p className="text-xs text-muted">This is your account. Another administrator has to act on it.</p>;
  if (account.closed_at) return <p className="text-xs text-muted">Its owner has closed this account.</p>;
  const params = { id: account.id };
  const isAdmin = account.role === "admin";
  const isPerson = account.kind === "person";
  const who = isPerson ? account.email : account.name;
  return (
    <div className="flex flex-wrap gap-2">
      <AdminActionDialog
        label="Add to balance"
        title={`Add to the balance of ${who}`}
        operation="POST /v1/admin/accounts/{id}/credits"
        params={params}
        mostCredits={MAX_GRANT_CREDITS}
      >
        Available immediately. The reason appears among the account's transactions.
      </AdminActionDialog>
      {isPerson && !isAdmin && !account.suspension && (
        <AdminActionDialog
          label="View as this account"
          title={`View the marketplace as ${who}`}
          operation="POST /v1/admin/accounts/{id}/impersonate"
          params={params}
          reasonLabel="Reason, sent to the account and recorded in the audit log"
          leadsTo="/skills"
        >
          For 15 minutes this browser shows pages as the account sees them, read-only. The account is notified now, with
          your reason but not your name.
        </AdminActionDialog>
      )}
      {isPerson && (
        <>
          <AdminActionDialog
            label="Sign out everywhere"
            title={`Sign ${who} out`}
            operation="POST /v1/admin/accounts/{id}/sign-out"
            params={params}
          >
            {account.session_count} browsers are signed in. Keys keep working.
          </AdminActionDialog>
          <AdminActionDialog
            label={isAdmin ? "Revoke administrator" : "Make administrator"}
            title={isAdmin ? `Make ${who} a user again` : `Make ${who} an administrator`}
            operation="PUT /v1/admin/accounts/{id}/role"
            params={params}
            body={{ role: isAdmin ? "user" : "admin" }}
          >
            {isAdmin
              ? "From its next request on, the account can no longer review, refund or suspend."
              : "Administrators review skills, refund purchases, add to balances and suspend accounts."}
          </AdminActionDialog>
        </>
      )}
      <AdminActionDialog
        label={account.verified_at ? "Remove badge" : "Verify publisher"}
        title={account.verified_at ? `Remove the badge of ${who}` : `Verify ${who}`}
        operation={
          account.verified_at ? "POST /v1/admin/accounts/{id}/unverify" : "POST /v1/admin/accounts/{id}/verify"
        }
        params={params}
      >
        {account.verified_at
          ? "The badge disappears from the publisher's page and skills immediately."
          : "The publisher's page and skills show a badge. Check their identity first, and record how you did."}
      </AdminActionDialog>
      <AdminActionDialog
        label="Remove picture"
        title={`Remove the picture of ${who}`}
        operation="POST /v1/admin/accounts/{id}/remove-picture"
        params={params}
      >
        The publisher's page shows the initial of the name again. They can upload another picture.
      </AdminActionDialog>
      <SuspensionAction account={account} />
    </div>
  );
}

function SuspensionAction({ account }: { account: AccountDetail }) {
  const who = account.kind === "person" ? account.email : account.name;
  const params = { id: account.id };
  return account.suspension ? (
    <AdminActionDialog
      label="Unsuspend"
      title={`End the suspension of ${who}`}
      operation="POST /v1/admin/accounts/{id}/unsuspend"
      params={params}
    >
      Keys work again and approved skills are back on the marketplace. Refunds aren't undone.
    </AdminActionDialog>
  ) : (
    <AdminActionDialog
      label="Suspend"
      title={`Suspend ${who}`}
      operation="POST /v1/admin/accounts/{id}/suspend"
      params={params}
      isDangerous
    >
      Keys and sessions end immediately. {effectsText(account)} Unsuspending doesn't undo the refunds.
    </AdminActionDialog>
  );
}
