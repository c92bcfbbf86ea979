/** People in a browser: they make keys there, and get their account back by the link in a mail. */

import * as links from "@/lib/identity/accounts/links";
import { query } from "@/lib/platform/core/db";
import { storedMails } from "@/lib/platform/notifications/mail";
import { call } from "@/tests/support/api";
import { tokenOf } from "@/tests/support/mails";
import { Visitor } from "@/tests/support/visitor";
import { behind, kind, person, pickRef } from "@/tests/year/actors/kinds";
import { asPerson, PASSWORD } from "@/tests/year/actors/world";
import type { Acting } from "@/tests/year/model/callers";
import * as signIns from "@/tests/year/model/sign-ins";

/** The token of the newest reset mail to an email, once every link that was asked for is sent; there may be none. */
async function resetTokenFor(email: string): Promise<string> {
  const isWaiting = () =>
    query("year.links", "SELECT 1 FROM link_request WHERE email = $1 AND due_at <= now() LIMIT 1", [email]);
  do await links.sendDue();
  while ((await isWaiting()).length > 0);
  const mail = storedMails().find(({ to, text }) => to === email && text.includes("/reset-password?"));
  return tokenOf(mail) || "none";
}

export const SIGNED_IN = {
  create_key_signed_in: kind<Acting & { as: string }>({
    weight: 0.5,
    needs: "account",
    make: (context) => {
      const account = pickRef(context, context.market.accounts);
      return account === null ? null : { ...behind(context, account), as: context.name("k") };
    },
    model: signIns.createKeySignedIn,
    send: (world, op) => asPerson(world, op, "POST", "/v1/keys", {}),
    learn: ({ ids, secrets }, { as }, { body }) => {
      ids.set(as, (body.key as { id: string }).id);
      secrets.set(as, String(body.api_key));
    },
  }),
  reset_password: kind<{ account: string; endsKeys: boolean }>({
    weight: 0.15,
    needs: "account",
    make: (context) => {
      const account = person(context);
      return account === null ? null : { account, endsKeys: context.random.chance(0.3) };
    },
    model: signIns.resetPassword,
    send: async (world, { account, endsKeys }) => {
      const email = world.market.accounts.get(account)?.email ?? "";
      const visitor = new Visitor();
      const asked = await visitor.post("/request-password-reset", { email });
      if (asked.status === 429 || asked.status >= 500) return asked;
      const token = await resetTokenFor(email);
      const answer = await visitor.post("/reset-password", {
        token,
        new_password: PASSWORD,
        ...(endsKeys && { end_keys: true }),
      });
      return answer.status === 200 ? call("GET", "/v1/health") : answer;
    },
  }),
};
