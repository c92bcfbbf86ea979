import { hrefOf } from "@/components/ui/href";

/** The file that is looked at, and how; beside the filters of the queue in the page's address. */
export type ReviewView = {
  file?: string | undefined;
  /** Where the shown part of the file begins. */
  offset?: number | undefined;
  line?: number | undefined;
  /** All of a changed file instead of its changes. */
  isWhole: boolean;
  files?: string | undefined;
  /** Where the shown part of the readme begins, or that it is shown as people see it. */
  readme: number | "rendered";
};

const VIEW_PARAMS = ["file", "from", "line", "whole", "files", "readme"];

/** Takes what the view says out of the page's parameters; the rest are the filters of the queue. */
export function splitView(params: Record<string, string>): {
  view: ReviewView;
  filters: Record<string, string>;
} {
  const filters = Object.fromEntries(Object.entries(params).filter(([name]) => !VIEW_PARAMS.includes(name)));
  return {
    filters,
    view: {
      file: params.file,
      offset: wholeNumber(params.from),
      line: wholeNumber(params.line),
      isWhole: params.whole === "yes",
      files: params.files,
      readme: params.readme === "rendered" ? "rendered" : (wholeNumber(params.readme) ?? 0),
    },
  };
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Makes addresses of the same page with another view of the same skill. */
export type ViewHref = (change: Record<string, string | number | null>, anchor?: string) => string;

/** The addresses of a skill's views: what is not changed stays, but a part and a line belong to their file. */
export function viewHrefs(path: string, filters: Record<string, string>, view: ReviewView): ViewHref {
  const { file, files, readme } = view;
  return (change, anchor) => {
    const address = hrefOf(path, {
      ...filters,
      file,
      files,
      readme: readme === 0 ? null : readme,
      ...change,
    });
    return anchor ? `${address}#${anchor}` : address;
  };
}
