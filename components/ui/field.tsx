import { ChevronDown } from "lucide-react";
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import { twMerge } from "tailwind-merge";

const BOX =
  "w-full rounded-md border border-edge bg-surface px-2.5 text-sm text-fg placeholder:text-faint aria-invalid:border-bad disabled:bg-raised disabled:text-muted";

type FieldProps = {
  label: string;
  hint?: string;
  error?: string | undefined;
  id: string;
  children: ReactNode;
};

/** A labelled control with its hint and, when something is wrong, what to do about it. */
export function Field({ label, hint, error, id, children }: FieldProps) {
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children}
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

export function Input({ className, ...rest }: InputHTMLAttributes<HTMLInputElement>) {
  return <input className={twMerge(BOX, "h-8", className)} {...rest} />;
}

/** A native choice with an arrow of our own. */
export function Select({ className, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className={twMerge("relative block", className)}>
      <select className={twMerge(BOX, "h-8 appearance-none pr-7")} {...rest} />
      <ChevronDown
        size={14}
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-muted"
      />
    </span>
  );
}

export function TextArea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea className={twMerge(BOX, "min-h-20 py-1.5 font-mono text-xs", className)} {...rest} />;
}
