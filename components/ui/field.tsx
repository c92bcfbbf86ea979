import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import { twMerge } from "tailwind-merge";

const BOX =
  "w-full rounded-md border border-edge bg-surface px-2.5 text-sm text-fg placeholder:text-faint aria-invalid:border-bad";

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
    <div className="grid gap-1">
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

export function Select({ className, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return <select className={twMerge(BOX, "h-8", className)} {...rest} />;
}

export function TextArea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea className={twMerge(BOX, "min-h-20 py-1.5 font-mono text-xs", className)} {...rest} />;
}
