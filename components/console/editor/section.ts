import type { EditorState } from "@/components/console/editor/state";

/** What every section of the editor is given. */
export type SectionProps = {
  state: EditorState;
  change: (change: Partial<EditorState>) => void;
  errorAt: (field: string) => string | undefined;
};
