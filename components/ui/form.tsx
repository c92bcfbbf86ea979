"use client";

import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<"form">, "onSubmit"> & {
  /** Called with the form's data when it is valid. */
  onSend: (fields: FormData, form: HTMLFormElement) => void | Promise<void>;
};

/**
 * A form that is submitted by JavaScript. Before it runs, the form is a POST to `action`, so that input never gets into
 * the URL; without an action, the host answers with the page.
 */
export function Form({ onSend, ...rest }: Props) {
  return (
    <form
      method="post"
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        void onSend(new FormData(event.currentTarget), event.currentTarget);
      }}
    />
  );
}
