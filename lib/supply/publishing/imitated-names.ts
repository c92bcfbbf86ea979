/** Names of submissions and listings that could be taken for a brand, a popular skill or its publisher, as findings for reviewers. */
import { createHash } from "node:crypto";
import { prisma, type Queryable, query } from "@/lib/platform/core/db";
import * as site from "@/lib/platform/site/service";
import { type Finding, printable } from "@/lib/supply/packages/finding";
import { type Folded, foldAll, type Imitation, imitationOf, type KnownName } from "@/lib/supply/publishing/imitation";
import type { SkillRow } from "@/lib/supply/publishing/rows";

/** So many of the skills with most uses are popular enough to be imitated. */
const POPULAR = 200;

type Submitted = Pick<SkillRow, "id" | "owner_id" | "name" | "slug" | "live_revision_id">;
type Popular = { owner_id: string; name: string; slug: string; publisher: string; handle: string };
type Publisher = { id: string; name: string; handle: string; domains: string[] };
/** A finding in a name. `cause` is the same for the same owner and two names, and says none; `reason` names no account, for notifications. */
export type NameFinding = Finding & { cause: string; reason: string };
/** Whether a finding is in the publisher's names: then all of its skills have it, with the same cause. */
export const isOfPublisher = ({ file }: Pick<NameFinding, "file">) => file === "publisher" || file === "handle";
/** A known name, with what proves that it is the publisher's. */
type Known = Folded & { ownerId: string | null; domains: string[] };

/** The rules by which names are findings; reviewers confirm each before an approval, whatever its severity. */
const RULES: Record<Imitation["kind"], string> = {
  brand: "brand_name",
  skill: "imitated_skill",
  publisher: "imitated_publisher",
};

/**
 * Findings in the names of submissions and of their publishers, by the skill's id. A brand's name is none for who has verified one
 * of its domains, nor is a skill's name that was approved before.
 */
export async function namesOf(rows: readonly Submitted[], db?: Queryable): Promise<Map<string, NameFinding[]>> {
  if (rows.length === 0) return new Map();
  // One after the other: they may share a connection.
  const known = await knownNames(db);
  const publishers = await publishersOf([...new Set(rows.map(({ owner_id }) => owner_id))], db);
  const approved = await approvedNames(rows, db);
  return new Map(
    rows.map((row) => {
      const publisher = publishers.find(({ id }) => id === row.owner_id);
      const own = { ownerId: row.owner_id, domains: publisher?.domains ?? [] };
      const others = known.filter((one) => !isOwn(one, own));
      const skills = others.filter(({ kind }) => kind !== "publisher");
      const people = others.filter(({ kind }) => kind !== "skill");
      const isApproved = row.live_revision_id !== null && approved.get(row.live_revision_id) === row.name;
      const inOne = findingsOf(row.owner_id);
      const found = [
        ...(isApproved ? [] : [...inOne("name", row.name, skills), ...inOne("slug", row.slug, skills)]),
        ...inOne("publisher", publisher?.name ?? "", people),
        ...inOne("handle", publisher?.handle ?? "", people),
      ];
      // A slug and a handle are made from a name, and say the same.
      return [row.id, found.filter(({ message }, at) => found.findIndex((one) => one.message === message) === at)];
    }),
  );
}

/** Findings in the name and handle of a publisher. */
export async function ofPublisher(accountId: string, db?: Queryable): Promise<NameFinding[]> {
  const known = await knownNames(db);
  const [publisher] = await publishersOf([accountId], db);
  if (!publisher) return [];
  const own = { ownerId: accountId, domains: publisher.domains };
  const people = known.filter((one) => one.kind !== "skill" && !isOwn(one, own));
  const inOne = findingsOf(accountId);
  return [...inOne("publisher", publisher.name, people), ...inOne("handle", publisher.handle, people)];
}

async function knownNames(db?: Queryable): Promise<Known[]> {
  const { settings } = await site.current(db);
  const popular = await popularSkills(db);
  const brands = settings.protected_names.map((text) => {
    const [name = "", ...domains] = text.split(" ");
    return { kind: "brand" as const, name, ownerId: null, domains };
  });
  const skills = popular.flatMap(({ name, slug, owner_id: ownerId }) =>
    [name, slug].map((one) => ({ kind: "skill" as const, name: one, ownerId, domains: [] })),
  );
  const publishers = popular.flatMap(({ publisher, handle, owner_id: ownerId }) =>
    [publisher, handle].map((one) => ({ kind: "publisher" as const, name: one, ownerId, domains: [] })),
  );
  const all = [...brands, ...skills, ...publishers];
  return foldAll(all).map((one, at) => ({
    ...one,
    ownerId: all[at]?.ownerId ?? null,
    domains: all[at]?.domains ?? [],
  }));
}

function popularSkills(db?: Queryable): Promise<Popular[]> {
  return query<Popular>(
    "names.popular",
    `SELECT l.owner_id, l.name, l.slug, a.name AS publisher, a.handle FROM (
       SELECT owner_id, name, slug, popularity, skill_id FROM listing WHERE popularity > 0
        ORDER BY popularity DESC, skill_id DESC LIMIT $1) AS l JOIN account a ON a.id = l.owner_id
      ORDER BY l.popularity DESC, l.skill_id DESC`,
    [POPULAR],
    db,
  );
}

function publishersOf(ids: string[], db?: Queryable): Promise<Publisher[]> {
  return query<Publisher>(
    "names.publishers",
    "SELECT id, name, handle, proven_domains(id) AS domains FROM account WHERE id = ANY ($1::uuid[])",
    [ids],
    db,
  );
}

async function approvedNames(rows: readonly Submitted[], db?: Queryable): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ live_revision_id }) => live_revision_id ?? []);
  const found = await prisma(db).skillRevision.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true },
  });
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Whether a name is the publisher's, or one of its domains is. */
function isOwn(known: Known, own: Pick<Known, "ownerId" | "domains">): boolean {
  if (known.ownerId === own.ownerId) return true;
  return own.domains.some((proven) => known.domains.some((one) => proven === one || proven.endsWith(`.${one}`)));
}

type Field = "name" | "slug" | "publisher" | "handle";

const KINDS: KnownName["kind"][] = ["brand", "skill", "publisher"];

/** The findings in one name of an owner. A brand in a name does not hide what else it imitates. */
const findingsOf = (ownerId: string) => (field: Field, name: string, known: readonly Known[]) =>
  KINDS.flatMap((kind): NameFinding[] => {
    const ofKind = known.filter((one) => one.kind === kind);
    const imitation = imitationOf(name, ofKind);
    if (!imitation) return [];
    const severity = imitation.how === "written" || imitation.how === "close" ? "medium" : "high";
    const [rule, message] = [RULES[kind], messageOf(imitation, ofKind)];
    const reason = `${LABELS[field]}: ${kind === "publisher" ? `${whatOf(imitation)}.` : message}`;
    const cause = digestOf([ownerId, rule, field, name, imitation.name]);
    return [{ rule, file: field, line: null, severity, message, reason, cause }];
  });

const digestOf = (parts: string[]) => createHash("sha256").update(JSON.stringify(parts)).digest("base64url");

const LABELS: Record<Field, string> = {
  name: "Name",
  slug: "Slug",
  publisher: "Publisher's name",
  handle: "Publisher's handle",
};

function messageOf(imitation: Imitation, known: readonly Known[]): string {
  const { kind, name, how } = imitation;
  const shown = printable(name);
  if (kind === "brand") {
    const domains = known.find((one) => one.kind === kind && one.name === name)?.domains ?? [];
    const what = how === "written" || how === "same" ? `Uses the name of ${shown}` : `Looks like the name of ${shown}`;
    return `${what}, and its publisher has not verified ${domains.join(" or ")}.`;
  }
  return `${whatOf(imitation)}: ${shown}.`;
}

const whatOf = ({ kind, how }: Imitation) =>
  `${how === "same" ? "Has" : "Looks like"} the name of ${kind === "skill" ? "a popular skill" : "the publisher of a popular skill"}`;
