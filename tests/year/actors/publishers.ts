/** Developers and reviewers. */
import { packageOf } from "@/tests/support/packages";
import { upstreamUrl } from "@/tests/support/upstream";
import { CREDENTIAL } from "@/tests/year/actors/confidants";
import { actor, administrator, type Context, kind, pickFrom, skill, someone } from "@/tests/year/actors/kinds";
import { nextTerms, termsBody, termsFor } from "@/tests/year/actors/terms";
import { idOf } from "@/tests/year/actors/world";
import type { Market, Skill } from "@/tests/year/model/market";
import * as prices from "@/tests/year/model/prices";
import * as skills from "@/tests/year/model/skills";
import type { SentTerms } from "@/tests/year/model/terms";

const reason = "A year of the market.";
const schema = {
  type: "object",
  properties: { do: { enum: ["ok", "few", "many", "misreport", "late", "bad", "lie", "refuse", "never"] } },
  required: ["do"],
};

/** Skills whose slug somebody wants: drafts that were never submitted mostly, which may have to give it up. */
function takenFrom({ skills: all }: Market): Skill[] {
  const drafts = [...all.values()].filter(({ isSubmitted, slug }) => !isSubmitted && !slug.includes(" "));
  return drafts.length > 0 ? drafts : [...all.values()].filter(({ slug }) => !slug.includes(" ")).slice(0, 1);
}

const ofOwner = (context: Context, isWanted: (skill: Skill) => boolean) => {
  const found = skill(context, isWanted);
  const by = found && actor({ ...context, target: null }, found.owner);
  return found && by ? { by, skill: found.ref } : null;
};
const ofAdmin = (context: Context, isWanted: (skill: Skill) => boolean) => {
  const found = skill(context, isWanted);
  const by = found && actor({ ...context, target: null }, administrator(context));
  return found && by ? { by, skill: found.ref } : null;
};

export const PUBLISHERS = {
  create_skill: kind<{
    by: string;
    as: string;
    slug: string;
    terms: SentTerms;
    submit: boolean;
    content: string;
    isDownloaded?: boolean;
    asks?: boolean;
  }>({
    weight: 2,
    make: (context) => {
      const by = actor(context, someone(context));
      const { random, market } = context;
      const as = context.name("s");
      const taken = random.chance(0.06) ? pickFrom(context, takenFrom(market)) : null;
      // What is downloaded needs its package first.
      const isDownloaded = random.chance(0.25);
      const submit = random.chance(isDownloaded ? 0.05 : 0.85);
      const slug = taken?.slug ?? `year-${as}`;
      return by === null
        ? null
        : {
            by,
            as,
            slug,
            terms: termsFor(context),
            submit,
            content: `${as} begins.`,
            isDownloaded,
            ...(random.chance(0.08) && { asks: true }),
          };
    },
    model: skills.createSkill,
    send: (world, { by, slug, terms, submit, content, isDownloaded, asks }) =>
      world.ask(by, "POST", "/v1/developer/skills", {
        body: {
          slug,
          name: "A skill of the year",
          description: content,
          category: "writing",
          execution_type: isDownloaded ? "both" : "api",
          api_endpoint: upstreamUrl("skill"),
          api_schema: schema,
          ...termsBody(terms),
          ...(asks && { credentials: [CREDENTIAL] }),
          submit,
        },
      }),
    learn: ({ ids, slugs }, { as, slug }, { body }) => {
      ids.set(as, body.id);
      // A draft that was left alone has given it up.
      for (const [former, of] of slugs) if (of === slug) slugs.set(former, `${slug}-of-another`);
      slugs.set(as, slug);
    },
  }),
  upload_package: kind<{ by: string; skill: string; version: string }>({
    weight: 1.5,
    make: (context) => {
      const found = ofOwner(context, ({ isDownloaded }) => isDownloaded);
      const version = `1.0.${context.name("z").slice(1)}`;
      return found && { ...found, version };
    },
    model: skills.uploadPackage,
    send: (world, { by, skill: ref, version }) =>
      world.ask(by, "PUT", `/v1/developer/skills/${idOf(world, ref)}/package`, {
        raw: new Uint8Array(packageOf("year", version)),
        headers: { "content-type": "application/zip" },
      }),
  }),
  edit_skill: kind<{ by: string; skill: string; content: string | null; submit: boolean | null }>({
    weight: 2,
    make: (context) => {
      const { random } = context;
      const isDraft = random.chance(0.4);
      const found = ofOwner(context, ({ status }) => !isDraft || status === "draft");
      const content = random.chance(0.7) ? `${context.name("c")} is new.` : null;
      const submit = random.pick([true, true, false, null]);
      // A change names at least one field.
      return found && { ...found, content: content === null && submit === null ? "Something." : content, submit };
    },
    model: skills.editSkill,
    send: (world, { by, skill: ref, content, submit }) =>
      world.ask(by, "PATCH", `/v1/developer/skills/${idOf(world, ref)}`, {
        body: { ...(content !== null && { description: content }), ...(submit !== null && { submit }) },
      }),
    // Its slug may be another one since it was left alone.
    learn: ({ slugs }, { skill: ref }, { body }) => slugs.set(ref, String(body.slug)),
  }),
  reprice: kind<{ by: string; skill: string; terms: SentTerms }>({
    weight: 3,
    make: (context) => {
      const found = ofOwner(context, ({ live }) => live !== null);
      const of = found && context.market.skills.get(found.skill);
      return of ? { ...found, terms: nextTerms(context, of) } : null;
    },
    model: prices.repriceSkill,
    send: (world, { by, skill: ref, terms }) =>
      world.ask(by, "PATCH", `/v1/developer/skills/${idOf(world, ref)}`, { body: termsBody(terms) }),
  }),
  withdraw: kind<{ by: string; skill: string; discard: boolean }>({
    weight: 0.5,
    make: (context) => {
      const found = ofOwner(context, ({ status }) => status !== "approved");
      return found && { ...found, discard: context.random.chance(0.4) };
    },
    model: skills.withdrawSkill,
    send: (world, { by, skill: ref, discard }) =>
      world.ask(by, "POST", `/v1/developer/skills/${idOf(world, ref)}/withdraw`, { body: { discard } }),
  }),
  delete_skill: kind<{ by: string; skill: string }>({
    weight: 0.2,
    make: (context) => ofOwner(context, ({ live }) => live === null),
    model: skills.deleteSkill,
    send: (world, { by, skill: ref }) => world.ask(by, "DELETE", `/v1/developer/skills/${idOf(world, ref)}`),
  }),
  unlist: kind<{ by: string; skill: string; isListed: boolean }>({
    weight: 0.5,
    make: (context) => {
      const found = ofOwner(context, ({ live, unlistedAt }) => live !== null && unlistedAt === null);
      return found && { ...found, isListed: false };
    },
    model: skills.listSkill,
    send: (world, { by, skill: ref }) =>
      world.ask(by, "POST", `/v1/developer/skills/${idOf(world, ref)}/unlist`, { body: { reason } }),
  }),
  relist: kind<{ by: string; skill: string; isListed: boolean }>({
    weight: 0.6,
    make: (context) => {
      const found = ofOwner(context, ({ unlistedAt }) => unlistedAt !== null);
      return found && { ...found, isListed: true };
    },
    model: skills.listSkill,
    send: (world, { by, skill: ref }) => world.ask(by, "POST", `/v1/developer/skills/${idOf(world, ref)}/relist`),
  }),
  approve: kind<{ by: string; skill: string; approve: boolean }>({
    weight: 3,
    make: (context) => {
      const found = ofAdmin(context, ({ status }) => status === "pending");
      return found && { ...found, approve: true };
    },
    model: skills.review,
    send: (world, { by, skill: ref }) =>
      world.ask(by, "PATCH", "/v1/admin/skills", { body: { skill_id: idOf(world, ref), action: "approve" } }),
  }),
  reject: kind<{ by: string; skill: string; approve: boolean }>({
    weight: 0.5,
    make: (context) => {
      const found = ofAdmin(context, ({ status }) => status === "pending");
      return found && { ...found, approve: false };
    },
    model: skills.review,
    send: (world, { by, skill: ref }) =>
      world.ask(by, "PATCH", "/v1/admin/skills", {
        body: { skill_id: idOf(world, ref), action: "reject", reason },
      }),
  }),
  suspend_skill: kind<{ by: string; skill: string; as: string }>({
    weight: 0.3,
    refunds: true,
    make: (context) => {
      const found = ofAdmin(context, ({ live }) => live !== null);
      return found && { ...found, as: context.name("n") };
    },
    model: skills.suspendSkill,
    send: (world, { by, skill: ref }) =>
      world.ask(by, "POST", `/v1/admin/skills/${idOf(world, ref)}/suspend`, { body: { reason } }),
  }),
  unsuspend_skill: kind<{ by: string; skill: string; as: string }>({
    weight: 0.4,
    make: (context) => {
      const found = ofAdmin(context, ({ suspendedAt }) => suspendedAt !== null);
      return found && { ...found, as: context.name("n") };
    },
    model: skills.unsuspendSkill,
    send: (world, { by, skill: ref }) =>
      world.ask(by, "POST", `/v1/admin/skills/${idOf(world, ref)}/unsuspend`, { body: { reason } }),
  }),
};
