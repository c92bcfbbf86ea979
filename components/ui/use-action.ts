"use client";

import { useState } from "react";
import { ApiError } from "@/components/ui/api";

/** Runs one thing at a time, and keeps how it went: busy, failed, done. */
export function useAction() {
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    setDone(false);
    try {
      await work();
      setDone(true);
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  const errorAt = (param: string) =>
    failure instanceof ApiError && failure.param === param ? sentence(failure.message, param) : undefined;
  /** What went wrong, when it is about no field that `fields` names. */
  const failureBeside = (fields: readonly string[]) =>
    failure instanceof ApiError && failure.param !== null && fields.includes(failure.param) ? null : failure;
  return { run, isBusy, isDone, failure, errorAt, failureBeside };
}

/** The API names the field that it speaks of; beside that field nobody needs its name. */
function sentence(message: string, param: string): string {
  const text = message.startsWith(`${param}: `) ? message.slice(param.length + 2) : message;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The text of a field of a form. */
export function textOf(form: FormData, name: string): string {
  return String(form.get(name) ?? "");
}
