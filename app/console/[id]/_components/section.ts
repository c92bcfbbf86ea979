import type { EditorState, FieldName } from "@/app/console/[id]/_components/state";

/** What every section of the editor is given. */
export type SectionProps = {
  state: EditorState;
  change: (change: Partial<EditorState>) => void;
  errorAt: (field: string) => string | undefined;
};

/** A field of the editor by its one name: what it shows, what is wrong with it, and what typing changes. */
export const bound = ({ state, change, errorAt }: SectionProps, name: FieldName) => ({
  id: name,
  name,
  value: state[name],
  error: errorAt(name),
  onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
});
