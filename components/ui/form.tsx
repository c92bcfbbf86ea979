"use client";

import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<"form">, "onSubmit"> & {
  /** Takes what is in the fields once the browser finds them right. */
  onSend: (fields: FormData, form: HTMLFormElement) => void | Promise<void>;
};

/** A form that a script sends: the page stays. */
export function Form({ onSend, ...rest }: Props) {
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        void onSend(new FormData(event.currentTarget), event.currentTarget);
      }}
    />
  );
}
