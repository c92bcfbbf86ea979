import { imageHref } from "@/components/skills/image";
import { CONTENT, CONTENT_NAMES } from "@/lib/supply/skills/content-fields";

/** Whether a compared field holds images. */
export const isImages = (label: string) =>
  CONTENT_NAMES.some((name) => CONTENT[name].form === "image" && CONTENT[name].label === label);

const idsOf = (text: string) => text.match(/[0-9a-f]{64}/g) ?? [];

/** The images of a field, as buyers see them. */
export function Images({ text }: { text: string }) {
  return (
    <span className="flex flex-wrap gap-2">
      {idsOf(text).map((id) => (
        <a key={id} href={imageHref(id)} target="_blank" rel="noreferrer">
          <img
            src={imageHref(id)}
            alt={`Open ${id.slice(0, 12)} in full`}
            className="max-h-40 max-w-full rounded-md border border-line bg-raised"
          />
        </a>
      ))}
    </span>
  );
}

/** The images of a field in two revisions. */
export function ImagesDiff({ before, after }: { before: string; after: string }) {
  return (
    <div className="grid gap-2 text-sm">
      {[
        { title: "Before", text: before },
        { title: "Now", text: after },
      ].map(({ title, text }) => (
        <div key={title} className="grid gap-1">
          <span className="text-xs text-muted">{title}</span>
          {idsOf(text).length > 0 ? <Images text={text} /> : <span>None</span>}
        </div>
      ))}
    </div>
  );
}
