import { imageHref } from "@/components/skills/image";

/** A skill's screenshots in a row that scrolls; each opens in full. */
export function Screenshots({ ids, name }: { ids: readonly string[]; name: string }) {
  return (
    <ul aria-label="Screenshots" className="mb-6 flex gap-3 overflow-x-auto pb-2">
      {ids.map((id, index) => (
        <li key={id} className="shrink-0">
          <a
            href={imageHref(id)}
            target="_blank"
            rel="noreferrer"
            className="block overflow-hidden rounded-lg border border-line hover:border-edge"
          >
            <img
              src={imageHref(id)}
              alt={`Screenshot ${index + 1} of ${name}`}
              loading="lazy"
              className="h-48 w-auto max-w-[80vw] bg-raised object-contain"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
