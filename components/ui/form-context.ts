"use client";

import { createContext, useContext, useEffect } from "react";

/** What the fields of a form and its end know of its last write. */
export type FormState = {
  isBusy: boolean;
  isDone: boolean;
  failure: unknown;
  again: () => void;
  errorAt: (name: string) => string | undefined;
  failureBeside: (names: readonly string[]) => unknown;
  /** The fields on the page, each by the name of its parameter. */
  names: Set<string>;
};

export const FormContext = createContext<FormState | null>(null);

/** What is wrong with a field of the surrounding form. */
export function useFieldError(name: string): string | undefined {
  const form = useContext(FormContext);
  const names = form?.names;
  useEffect(() => {
    names?.add(name);
    return () => void names?.delete(name);
  }, [names, name]);
  return form?.errorAt(name);
}
