"use client";

import { lazy, useRef, useState } from "react";
import { ActionButton } from "@/components/ui/action-button";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { LazyDialog } from "@/components/ui/lazy-dialog";
import { notify } from "@/components/ui/notify";
import type { Question } from "@/components/ui/use-confirm";
import { WhenOpened } from "@/components/ui/when-opened";

const ShortcutList = lazy(() =>
  import("@/components/shell/shortcut-list").then((module) => ({ default: module.ShortcutList })),
);
const Drawer = lazy(() => import("@/components/ui/drawer").then((module) => ({ default: module.Drawer })));
const ExampleMenu = lazy(() =>
  import("@/app/design/_components/menu").then((module) => ({ default: module.ExampleMenu })),
);

type Part = "dialog" | "list" | "drawer" | "menu";
const PARTS: [Part, string][] = [
  ["dialog", "Dialog"],
  ["list", "Shortcuts"],
];

/** What opens above the page: dialogs, questions, the drawer, a menu, notices. */
export function Popups() {
  const [open, setOpen] = useState<Part | null>(null);
  const [drawer, menu] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap gap-2">
      {PARTS.map(([part, title]) => (
        <Button key={part} onClick={() => setOpen(part)}>
          {title}
        </Button>
      ))}
      <Questions />
      <Button ref={drawer} onClick={() => setOpen("drawer")}>
        Drawer
      </Button>
      <Button ref={menu} aria-expanded={open === "menu"} onClick={() => setOpen("menu")}>
        Menu
      </Button>
      <Button onClick={() => notify("It worked.")}>Notice</Button>
      <Button onClick={() => notify("The key of the laptop in the office is revoked for good.")}>Long notice</Button>
      <LazyDialog title="A dialog" about="It holds the focus." isOpen={open === "dialog"} onClose={close}>
        <TextField name="text" label="A field" hint="It has the focus when the dialog opens." />
      </LazyDialog>
      <WhenOpened isOpen={open === "list"}>
        <ShortcutList isOpen={open === "list"} onClose={close} />
      </WhenOpened>
      <WhenOpened isOpen={open === "drawer"}>
        <Drawer title="Drawer" isOpen={open === "drawer"} onClose={close} opener={drawer}>
          <p className="px-2.5 text-sm text-muted">A swipe to the right sends it back.</p>
        </Drawer>
      </WhenOpened>
      <WhenOpened isOpen={open === "menu"}>
        <ExampleMenu
          isOpen={open === "menu"}
          onOpenChange={(isOpen) => setOpen(isOpen ? "menu" : null)}
          opener={menu}
        />
      </WhenOpened>
    </div>
  );
}

const QUESTIONS: [label: string, question: Question, send: () => Promise<void>][] = [
  [
    "Question",
    {
      title: "Take this off the marketplace?",
      action: "Take it off",
      children: "You can put it back at any time.",
    },
    async () => notify("It is off."),
  ],
  [
    "Question that wants a name",
    {
      title: "Revoke this key?",
      action: "Revoke the key",
      typed: "laptop",
      typedName: "the name of the key",
      children: "Anything using this key stops working immediately and permanently.",
    },
    async () => notify("Revoked."),
  ],
  [
    "Question whose act fails",
    { title: "Try it?", action: "Try", isDangerous: false, children: "This one does not work." },
    () => Promise.reject(new Error("We couldn't reach the marketplace. Try again.")),
  ],
];

function Questions() {
  return QUESTIONS.map(([label, question, send]) => (
    <ActionButton key={label} question={question} send={send}>
      {label}
    </ActionButton>
  ));
}
