import { Link } from "@/components/ui/link";

/** What somebody agrees to who creates an account. */
export function AcceptedTerms() {
  return (
    <p className="mt-4 text-xs text-muted">
      By creating an account you accept the{" "}
      <Link className="underline" href="/terms">
        terms of service
      </Link>{" "}
      and the{" "}
      <Link className="underline" href="/privacy">
        privacy policy
      </Link>
      .
    </p>
  );
}
