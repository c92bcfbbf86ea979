import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { callerPseudonym, newSigningSecret, signedHeaders } from "@/lib/supply/skills/signing";

const body = '{"text":"Wie viele Wörter, 山田?"}';

test("a developer verifies a call with any Standard Webhooks library, and a changed body is refused", () => {
  const secret = newSigningSecret();
  const headers = signedHeaders({ secrets: [secret], id: "call_1", at: new Date(), body });
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
  expect(() => new Webhook(newSigningSecret()).verify(body, headers)).toThrow();
});

test("a caller has one pseudonym per skill, which does not reveal its identity", () => {
  const [one, other] = [newSigningSecret(), newSigningSecret()];
  const account = "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11";
  expect(callerPseudonym(one, account)).toBe(callerPseudonym(one, account));
  expect(callerPseudonym(one, account)).not.toBe(callerPseudonym(other, account));
  expect(callerPseudonym(one, account)).not.toContain(account.slice(0, 8));
});
