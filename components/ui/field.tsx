"use client";

import { ChevronDown } from "lucide-react";
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useContext,
  useId,
} from "react";
import { twMerge } from "tailwind-merge";
import { useFieldError } from "@/components/ui/form-context";

const BOX =
  "w-full rounded-md border border-edge bg-surface px-2.5 text-sm text-fg placeholder:text-faint aria-invalid:border-bad disabled:bg-raised disabled:text-muted";

type FieldProps = {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  id: string;
  children: ReactNode;
};

type Described = { id: string; "aria-describedby"?: string; "aria-invalid"?: true };
const FieldContext = createContext<Described | null>(null);

/** Attributes from the surrounding field, unless the control sets its own id. */
function useField(id: string | undefined): Partial<Described> {
  const described = useContext(FieldContext);
  return described && (id === undefined || id === described.id) ? described : {};
}

/**
 * A labelled control with its hint and, when something is wrong, what to do about it; both describe the control. Plain
 * elements: base-ui's own field renames its control when scripts start, and native forms need nothing else of it.
 */
export function Field({ label, hint, error, id, children }: FieldProps) {
  const note = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <FieldContext value={{ id, ...(note && { "aria-describedby": note }), ...(error && { "aria-invalid": true }) }}>
        {children}
      </FieldContext>
      {hint && !error && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...useField(rest.id)} className={twMerge(BOX, "h-8", className)} {...rest} />;
}

/** A native choice, which phones show in their own way, with an arrow of our own. */
export function Select({ className, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className={twMerge("relative block", className)}>
      <select {...useField(rest.id)} className={twMerge(BOX, "h-8 appearance-none pr-7")} {...rest} />
      <ChevronDown
        size={14}
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-muted"
      />
    </span>
  );
}

export function TextArea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea {...useField(rest.id)} className={twMerge(BOX, "min-h-20 py-1.5", className)} {...rest} />;
}

/** A field by its one name: that of the parameter, of the control, and of what goes wrong with it. */
type Named = { name: string } & Pick<FieldProps, "label" | "hint" | "error">;

/** The labelled field of a control, and the attributes of that. */
function useNamed<Props extends Named & { id?: string | undefined }>({ label, hint, error, ...rest }: Props) {
  const own = useId();
  const id = rest.id ?? own;
  const wrong = useFieldError(rest.name);
  return { field: { label, hint, id, error: error ?? wrong }, control: { ...rest, id } };
}

/** A line of text, a number, a password, a date. */
export function TextField(props: Named & ComponentProps<"input">) {
  const { field, control } = useNamed(props);
  return (
    <Field {...field}>
      <Input {...control} />
    </Field>
  );
}

/** An amount. */
export function NumberField(props: ComponentProps<typeof TextField>) {
  return <TextField type="number" inputMode="decimal" step="any" {...props} />;
}

/** Lines of text. */
export function AreaField({ className, ...props }: Named & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { field, control } = useNamed(props);
  return (
    <Field {...field}>
      <TextArea className={twMerge("font-sans text-sm", className)} {...control} />
    </Field>
  );
}

type Options = readonly (readonly [value: string | number, title: string])[];

/** A choice of one. */
export function SelectField({
  options,
  ...props
}: Named & { options: Options } & SelectHTMLAttributes<HTMLSelectElement>) {
  const { field, control } = useNamed(props);
  return (
    <Field {...field}>
      <Select {...control}>
        {options.map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </Select>
    </Field>
  );
}
