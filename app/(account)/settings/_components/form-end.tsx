import type { ReactNode } from "react";
import { Done } from "@/app/(account)/settings/_components/section";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";

type Props = {
  /** What the button says. */
  action: string;
  isBusy: boolean;
  isDangerous?: boolean;
  onCancel?: () => void;
  /** What is said once it has worked; nothing before. */
  done?: ReactNode;
  failure: unknown;
};

/** The end of a form: submit, cancel, and the result. */
export function FormEnd({ action, isBusy, isDangerous = false, onCancel, done, failure }: Props) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" variant={isDangerous ? "danger" : "primary"} disabled={isBusy}>
          {action}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
        {done && <Done>{done}</Done>}
      </div>
      {failure ? <ErrorAlert error={failure} /> : null}
    </>
  );
}
