import { localPage } from "@/host/local-page";

const MARK = "<strong>Sandbox.</strong> No real money moves here.";

/** A page of the sandbox, marked as such. */
export function page(title: string, body: string): Response {
  return localPage(title, body, MARK);
}

/** Cents as people read them. */
export function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

/** A button that posts to a path of the sandbox. */
export function formButton(path: string, label: string, isMain = false): string {
  return `<form method="post" action="/sandbox/${path}"><button${isMain ? ' class="main"' : ""}>${label}</button></form>`;
}

/** Whether a form was sent by a page of this origin. */
export function isOwnForm(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  return site === null || site === "same-origin";
}

/** Sends the browser on after a form. */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}
