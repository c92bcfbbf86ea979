"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { SelectField, TextField } from "@/components/ui/field";
import { fillExamples, filled } from "@/lib/interfaces/client/examples";

type Props = {
  skills: { id: string; name: string }[];
  purchases: { id: string; name: string }[];
  /** The variables that the page uses. */
  names: string[];
};
type Choice = { id: string; name: string };

const optionsOf = (name: string, all: Choice[]): [string, string][] => [
  ["", name],
  ...all.map((one): [string, string] => [one.id, one.name]),
];

/** Texts of examples as the page has them, so that another choice begins from them. */
const originals = new WeakMap<Text, string>();

function showIn(page: Element): void {
  for (const code of page.querySelectorAll("pre code")) {
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
      const original = originals.get(node) ?? node.data;
      originals.set(node, original);
      if (node.data !== filled(original)) node.data = filled(original);
    }
  }
}

/** Fills the examples of a page with the reader's own key and ids, as they are shown and as they are copied. */
export function OwnExamples({ skills, purchases, names }: Props) {
  const [key, setKey] = useState("");
  const [skill, setSkill] = useState(skills[0]?.id ?? "");
  const [purchase, setPurchase] = useState(purchases[0]?.id ?? "");
  const path = usePathname();
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other examples
  useEffect(() => {
    fillExamples({ $SKILLS_API_KEY: key.trim(), $SKILL_ID: skill, $PURCHASE_ID: purchase });
    const page = box.current?.closest("article");
    if (page) showIn(page);
    return () => fillExamples({});
  }, [key, skill, purchase, path]);
  return (
    <aside
      ref={box}
      aria-label="Your examples"
      className="mb-6 grid gap-3 rounded-lg border border-line bg-surface p-4 sm:grid-cols-2 print:hidden"
    >
      {names.includes("$SKILLS_API_KEY") && (
        <TextField
          name="example_key"
          label="API key in the examples"
          hint="Stays in this tab and is sent nowhere."
          placeholder="$SKILLS_API_KEY"
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
      )}
      {names.includes("$SKILL_ID") && skills.length > 0 && (
        <SelectField
          name="example_skill"
          label="Skill in the examples"
          options={optionsOf("$SKILL_ID", skills)}
          value={skill}
          onChange={(event) => setSkill(event.target.value)}
        />
      )}
      {names.includes("$PURCHASE_ID") && purchases.length > 0 && (
        <SelectField
          name="example_purchase"
          label="Purchase in the examples"
          options={optionsOf("$PURCHASE_ID", purchases)}
          value={purchase}
          onChange={(event) => setPurchase(event.target.value)}
        />
      )}
    </aside>
  );
}
