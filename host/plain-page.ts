const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:46rem;margin:3rem auto;padding:0 1rem;color:#222;background:#faf9f7}
.mark{background:#fff3d6;border:1px solid #e0b64a;border-radius:6px;padding:.5rem .75rem}button{font:inherit;padding:.5rem .9rem;margin:.25rem .25rem .25rem 0;border:1px solid #aaa;border-radius:6px;background:#fff;cursor:pointer}
button.main{background:#0f6b66;border-color:#0f6b66;color:#fff}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.4rem;border-bottom:1px solid #ddd;vertical-align:top}form{display:inline}h1{font-size:1.6rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere}a{color:#0f6b66}label{display:block;margin:.5rem 0}
@media(prefers-color-scheme:dark){body{color:#eee;background:#1b1a18}.mark{background:#3a2f12;border-color:#8a6d1f}button{background:#2a2926;border-color:#555;color:#eee}td,th{border-color:#444}a{color:#5cc4bd}}`;
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** Headers of a page that loads nothing. */
export const PLAIN_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": POLICY,
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/** A page that needs neither the database nor what Next builds; title and body are HTML. */
export const plainPage = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head><body>${body}</body></html>`;
