type Node = { type: string; lang?: string | null; children?: Node[]; data?: { hName: string } };

/** Languages in which a page says the same thing again; a request and its answer are not that. */
const LANGUAGES = ["sh", "ts", "python"];

/** For Markdown: fences that follow each other in different languages become one figure. */
export function sameInEachLanguage() {
  return (tree: Node): void => {
    const grouped: Node[] = [];
    let run: Node[] = [];
    const flush = () => {
      if (run.length > 1) grouped.push({ type: "figure", data: { hName: "figure" }, children: run });
      else grouped.push(...run);
      run = [];
    };
    for (const node of tree.children ?? []) {
      const isOfRun = node.type === "code" && LANGUAGES.includes(node.lang ?? "");
      if (!isOfRun || run.some(({ lang }) => lang === node.lang)) flush();
      if (isOfRun) run.push(node);
      else grouped.push(node);
    }
    flush();
    tree.children = grouped;
  };
}
