"use client";

import { cx } from "class-variance-authority";
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
import { useFieldError } from "@/components/ui/form-context";
import { LIMITS, type Limit } from "@/lib/platform/core/limits";

const BOX =
  "w-full rounded-md border border-edge bg-surface px-2.5 text-sm text-fg placeholder:text-faint aria-invalid:border-bad disabled:bg-raised disabled:text-muted";

/** A field by its one name: that of the parameter, of the control, and of what goes wrong with it. */
type FieldProps = {
  name: string;
  label: string;
  /** Whether only screen readers need the label: a column says it, too. */
  isLabelHidden?: boolean | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  id?: string | undefined;
};
/** The limits of the schema that checks the field, which forms never state themselves. */
type Limited = { limit?: keyof typeof LIMITS | Limit | undefined };
type Own = keyof FieldProps | keyof Limit | "children";

type Bound = { id: string; name: string; "aria-describedby"?: string; "aria-invalid"?: true };
const FieldContext = createContext<Bound | null>(null);

/** What a control takes from the field around it. */
export const useBound = (): Partial<Bound> => useContext(FieldContext) ?? {};

/**
 * A labelled control with its hint and, when something is wrong, what to do about it; both describe the control. Plain
 * elements: base-ui's own field renames its control when scripts start, and native forms need nothing else of it.
 */
export function Field({
  name,
  label,
  isLabelHidden,
  hint,
  error,
  id: given,
  children,
}: FieldProps & { children: ReactNode }) {
  const own = useId();
  const wrong = useFieldError(name);
  const [id, problem] = [given ?? own, error ?? wrong];
  const note = problem ? `${id}-error` : hint ? `${id}-hint` : undefined;
  const bound = {
    id,
    name,
    ...(note && { "aria-describedby": note }),
    ...(problem && { "aria-invalid": true as const }),
  };
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : "text-sm font-medium"}>
        {label}
      </label>
      <FieldContext value={bound}>{children}</FieldContext>
      {hint && !problem && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-error`} role="alert" className="text-xs text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Lines of text without a field of their own. */
export function TextArea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea {...useBound()} className={cx(BOX, "min-h-20 py-1.5", className)} {...rest} />;
}

/** The field's part of the properties, and its control's. */
function parted<Props extends FieldProps & Limited>(props: Props) {
  const { name, label, isLabelHidden, hint, error, id, limit = {}, ...control } = props;
  const limits: Limit = typeof limit === "string" ? LIMITS[limit] : limit;
  return { field: { name, label, isLabelHidden, hint, error, id }, limits, control };
}

/** A line of text, a number, a password, a date. */
export function TextField(props: FieldProps & Limited & Omit<ComponentProps<"input">, Own>) {
  const { field, limits, control } = parted(props);
  return (
    <Field {...field}>
      <Input {...limits} {...control} />
    </Field>
  );
}

function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...useBound()} className={cx(BOX, "h-8", className)} {...rest} />;
}

/** An amount. */
export function NumberField({ limit, ...props }: ComponentProps<typeof TextField>) {
  const limits: Limit | undefined = typeof limit === "string" ? LIMITS[limit] : limit;
  return <TextField type="number" inputMode="decimal" limit={{ step: "any", ...limits }} {...props} />;
}

/** Lines of text. */
export function AreaField(props: FieldProps & Limited & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, Own>) {
  const { field, limits, control } = parted(props);
  return (
    <Field {...field}>
      <TextArea maxLength={limits.maxLength} {...control} />
    </Field>
  );
}

type Options = readonly (readonly [value: string | number, title: string])[];

/** A native choice of one, which phones show in their own way, with an arrow of our own. */
export function SelectField({
  options,
  ...props
}: FieldProps & { options: Options } & Omit<SelectHTMLAttributes<HTMLSelectElement>, Own>) {
  const { field, control } = parted(props);
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

function Select({ className, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className={cx("relative block", className)}>
      <select {...useBound()} className={cx(BOX, "h-8 appearance-none pr-7")} {...rest} />
      <ChevronDown
        size={14}
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
