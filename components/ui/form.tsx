"use client";

import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<"form">, "onSubmit"> & {
  /** Takes what is in the fields once the browser finds them right. */
  onSend: (fields: FormData, form: HTMLFormElement) => void | Promise<void>;
};

/**
 * A form that a script sends: the page stays. Sent before scripts run, it is a POST to `action`, so that nothing typed
 * gets into the address bar; without an action the host answers with the page again.
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
