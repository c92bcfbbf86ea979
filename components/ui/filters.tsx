import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { SelectField, TextField } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { QueryForm } from "@/components/ui/query-form";

type Choice = { name: string; label: string; options: readonly (readonly [value: string, title: string])[] };

/** Filters in the URL: a search, choices, and others of the page. Works without JavaScript. */
export function Filters({
  action,
  values,
  search,
  choices = [],
  keep = {},
  children,
}: {
  action: string;
  values: Record<string, string | undefined>;
  /** The label of the search field; without a label, there is no field. */
  search?: string | undefined;
  choices?: readonly Choice[] | undefined;
  keep?: Record<string, string | undefined> | undefined;
  children?: ReactNode;
}) {
  const names = [...(search ? ["search"] : []), ...choices.map(({ name }) => name)];
  const isFiltered = names.some((name) => values[name]) || (children && Object.keys(values).length > 0);
  return (
    <search>
      <QueryForm key={JSON.stringify(values)} action={action} className="mb-4 flex flex-wrap items-end gap-2">
        {Object.entries(keep).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {search && (
          <div className="min-w-48 flex-1">
            <TextField
              id="filter-search"
              name="search"
              label={search}
              type="search"
              limit="search"
              defaultValue={values.search}
            />
          </div>
        )}
        {choices.map(({ name, label, options }) => (
          <SelectField
            key={name}
            name={name}
            label={label}
            defaultValue={values[name] ?? ""}
            options={[["", "Any"], ...options]}
          />
        ))}
        {children}
        <Button type="submit">Filter</Button>
        {isFiltered && (
          <Link className={buttonStyle({ variant: "quiet" })} href={action}>
            Clear
          </Link>
        )}
      </QueryForm>
    </search>
  );
}
