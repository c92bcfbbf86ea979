import type { EditorState } from "@/app/console/[id]/_components/state";

/** What every section of the editor is given. */
export type SectionProps = {
  state: EditorState;
  change: (change: Partial<EditorState>) => void;
  errorAt: (field: string) => string | undefined;
};
