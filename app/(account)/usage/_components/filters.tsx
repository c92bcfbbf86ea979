import { X } from "lucide-react";
import type { Asked } from "@/app/(account)/usage/_components/range";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { SelectField, TextField } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { QueryForm } from "@/components/ui/query-form";
import type { KeyRecord } from "@/lib/identity/keys/schemas";
import { SlugParams } from "@/lib/platform/core/fields";
import { isUuid } from "@/lib/platform/core/ids";

export type LinkTo = (change: Record<string, string | null>) => string;
export type Narrowed = { skill?: string; key_id?: string; status?: "succeeded" | "failed" };

const STATUSES = ["succeeded", "failed"] as const;
const OTHERS = ["range", "from", "to", "show", "at"];

/** The filters of a URL; invalid values are ignored. */
export function readFilters(asked: Asked): Narrowed {
  const skill = SlugParams.safeParse({ slug: asked.skill }).data?.slug;
  const status = STATUSES.find((known) => known === asked.status);
  const key = asked.key && isUuid(asked.key) ? asked.key : undefined;
  return { ...(skill && { skill }), ...(key && { key_id: key }), ...(status && { status }) };
}

type Props = {
  asked: Asked;
  filters: Narrowed;
  at: string | null;
  keys: KeyRecord[];
  skills: [slug: string, name: string][];
  link: LinkTo;
};

const titleOf = ({ name, prefix }: KeyRecord) => (name ? `${name} (${prefix}…)` : `${prefix}…`);

/** Filters of the calls, and the active ones to remove. */
export function Filters({ asked, filters, at, keys, skills, link }: Props) {
  const key = keys.find(({ id }) => id === filters.key_id);
  const active: [name: string, title: string, value: string | null | undefined][] = [
    ["skill", "skill", filters.skill],
    ["key", "key", filters.key_id && (key ? titleOf(key) : "revoked")],
    ["status", "status", filters.status],
    ["at", at?.includes("T") ? "hour" : "day", at?.replace("T", " ").replace(":00Z", " UTC")],
  ];
  return (
    <>
      <QueryForm
        key={JSON.stringify(filters)}
        action="/usage"
        className="mb-3 flex flex-wrap items-end gap-2"
        aria-label="Filters"
      >
        {OTHERS.map((name) => asked[name] && <input key={name} type="hidden" name={name} value={asked[name]} />)}
        <TextField
          name="skill"
          label="Skill"
          list="skills"
          placeholder="All skills"
          autoComplete="off"
          defaultValue={filters.skill}
          className="w-36"
        />
        <datalist id="skills">
          {skills.map(([slug, name]) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </datalist>
        <SelectField
          name="key"
          label="Key"
          defaultValue={filters.key_id ?? ""}
          className="w-44"
          options={[
            ["", "All keys"],
            ...(filters.key_id && !key ? [[filters.key_id, "A revoked key"] as const] : []),
            ...keys.map((one) => [one.id, titleOf(one)] as const),
          ]}
        />
        <SelectField
          name="status"
          label="Status"
          defaultValue={filters.status ?? ""}
          className="w-28"
          options={[
            ["", "All"],
            ["succeeded", "Succeeded"],
            ["failed", "Failed"],
          ]}
        />
        <Button type="submit">Filter</Button>
      </QueryForm>
      {active.some(([, , value]) => value) && (
        <p className="mb-4 flex flex-wrap gap-2">
          {active.map(
            ([name, title, value]) =>
              value && (
                <Link key={name} href={link({ [name]: null })} className={buttonStyle({ size: "sm" })}>
                  {title}: {value} <X size={12} aria-hidden />
                  <span className="sr-only">remove</span>
                </Link>
              ),
          )}
        </p>
      )}
    </>
  );
}
