"use client";

import { JsonText } from "@/components/skills/json-text";
import { Checkbox } from "@/components/ui/checkbox";
import { AreaField, Field, SelectField, TextField } from "@/components/ui/field";

type Schema = Record<string, unknown>;
type Props = {
  schema: Schema;
  root: Schema;
  value: unknown;
  onChange: (value: unknown) => void;
  name: string;
  path: string;
  isRequired: boolean;
  errors: Record<string, string>;
};

const LONG_TEXT = 200;

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own property by a name that developers choose; inherited ones such as "constructor" do not count. */
function ownOf<Value>(object: Record<string, Value>, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Follows a local reference; anything that it does not find is shown as JSON. */
function follow(schema: Schema, root: Schema): Schema {
  if (typeof schema.$ref !== "string") return schema;
  const found = schema.$ref
    .slice(2)
    .split("/")
    .filter(Boolean)
    .reduce<unknown>((at, part) => (isSchema(at) ? at[part] : undefined), root);
  return isSchema(found) ? found : {};
}

/** One parameter as a control, by its schema: objects nest, texts, numbers, choices and truth values have their own, the rest is JSON. */
export function SchemaField(props: Props) {
  const schema = follow(props.schema, props.root);
  const id = `param-${props.path.replace(/\W+/g, "-") || "root"}`;
  if (schema.const !== undefined) return null;
  if (schema.type === "object" && isSchema(schema.properties)) return <ObjectField {...props} schema={schema} />;
  const label = `${typeof schema.title === "string" ? schema.title : props.name}${props.isRequired ? "" : " (optional)"}`;
  const hint = typeof schema.description === "string" ? schema.description : "";
  const field = { id, name: id, label, hint, error: ownOf(props.errors, props.path) };
  return <Control {...props} schema={schema} field={field} />;
}

type FieldOf = { id: string; name: string; label: string; hint: string; error: string | undefined };

function Control({ schema, value, onChange, field }: Props & { field: FieldOf }) {
  if (Array.isArray(schema.enum)) {
    const options = schema.enum.map((option) => JSON.stringify(option));
    return (
      <SelectField
        {...field}
        value={value === undefined ? "" : JSON.stringify(value)}
        onChange={(event) => onChange(event.target.value === "" ? undefined : JSON.parse(event.target.value))}
        options={[["", "–"], ...options.map((option) => [option, option.replace(/^"|"$/g, "")] as const)]}
      />
    );
  }
  if (schema.type === "boolean")
    return (
      <Field {...field}>
        <Checkbox checked={value === true} onCheckedChange={onChange} className="justify-self-start" />
      </Field>
    );
  if (schema.type === "number" || schema.type === "integer") {
    return (
      <TextField
        {...field}
        type="number"
        limit={{ step: schema.type === "integer" ? 1 : "any" }}
        value={typeof value === "number" ? value : ""}
        onChange={(event) => onChange(event.target.value === "" ? undefined : event.target.valueAsNumber)}
      />
    );
  }
  if (schema.type === "string") {
    const text = typeof value === "string" ? value : "";
    const onText = ({ target }: { target: { value: string } }) =>
      onChange(target.value === "" ? undefined : target.value);
    const isLong = Number(schema.maxLength ?? LONG_TEXT + 1) > LONG_TEXT && schema.format === undefined;
    const Text = isLong ? AreaField : TextField;
    return <Text {...field} value={text} onChange={onText} />;
  }
  return (
    <Field {...field}>
      <JsonText value={value} onChange={onChange} canBeEmpty />
    </Field>
  );
}

function ObjectField({ schema, root, value, onChange, path, name, errors }: Props) {
  const current = isSchema(value) ? value : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const parts = Object.entries(schema.properties as Record<string, unknown>).filter(
    (entry): entry is [string, Schema] => isSchema(entry[1]),
  );
  const change = (key: string, next: unknown) => {
    const { [key]: _, ...rest } = current;
    onChange(next === undefined ? rest : { ...rest, [key]: next });
  };
  const fields = parts.map(([key, part]) => (
    <SchemaField
      key={key}
      schema={part}
      root={root}
      value={ownOf(current, key)}
      onChange={(next) => change(key, next)}
      name={key}
      path={path ? `${path}.${key}` : key}
      isRequired={required.includes(key)}
      errors={errors}
    />
  ));
  if (path === "") return <div className="grid gap-4">{fields}</div>;
  return (
    <fieldset className="grid gap-3 rounded-md border border-line p-3">
      <legend className="px-1 text-sm font-medium">{name}</legend>
      {fields}
    </fieldset>
  );
}
