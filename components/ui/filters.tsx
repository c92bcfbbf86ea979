import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { Input, Select } from "@/components/ui/field";
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
  /** Parameters that a search keeps. */
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
          <div className="grid min-w-48 flex-1 gap-1">
            <label htmlFor="filter-search" className="text-xs text-muted">
              {search}
            </label>
            <Input id="filter-search" name="search" type="search" defaultValue={values.search} maxLength={200} />
          </div>
        )}
        {choices.map(({ name, label, options }) => (
          <div key={name} className="grid gap-1">
            <label htmlFor={`filter-${name}`} className="text-xs text-muted">
              {label}
            </label>
            <Select id={`filter-${name}`} name={name} defaultValue={values[name] ?? ""}>
              <option value="">Any</option>
              {options.map(([value, title]) => (
                <option key={value} value={value}>
                  {title}
                </option>
              ))}
            </Select>
          </div>
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
