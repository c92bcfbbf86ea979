import { actingFor, type Signed, type TestOrganization } from "@/tests/support/organizations";
import { skillFields, unique } from "@/tests/support/people";
import { codeOf } from "@/tests/support/visitor";

const { pricing_type: _, price_per_call: __, ...content } = skillFields();
/** A private skill has no price. */
export const CONTENT = content;
/** A status, with its code where it is an error. */
export const answer = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  status === 200 ? 200 : `${status} ${codeOf({ body })}`;
/** A slug as one part of a path. */
export const encoded = (slug: unknown) => encodeURIComponent(String(slug));

/** Creates a private skill, submitted, as a signed-in member. */
export const create = (acme: TestOrganization, { visitor }: Signed, fields: object = {}) =>
  visitor.api("POST", "/v1/developer/skills", {
    headers: actingFor(acme),
    body: { ...CONTENT, slug: `tool-${unique()}`, visibility: "organization", submit: true, ...fields },
  });
/** Whether versions need a second approver. */
export const twoPeople = (acme: TestOrganization, isOn = true) =>
  acme.owner.visitor.api("PATCH", `/v1/organizations/${acme.handle}`, { body: { two_people: isOn } });
