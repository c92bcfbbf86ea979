import { notFound } from "next/navigation";

// Next's own 404 is a static page, which gets no nonce and would never come to life under our policy.
export default function MissingPage() {
  notFound();
}
