"use client";

import { lazy, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { LazyAlertDialog } from "@/components/ui/lazy-alert-dialog";
import { LazyDialog } from "@/components/ui/lazy-dialog";
import { notify } from "@/components/ui/notify";
import { WhenOpened } from "@/components/ui/when-opened";

const ShortcutList = lazy(() =>
  import("@/components/shell/shortcut-list").then((module) => ({ default: module.ShortcutList })),
);
const Drawer = lazy(() => import("@/components/ui/drawer").then((module) => ({ default: module.Drawer })));
const ExampleMenu = lazy(() =>
  import("@/app/design/_components/menu").then((module) => ({ default: module.ExampleMenu })),
);

type Part = "dialog" | "list" | "confirm" | "typed" | "failing" | "drawer" | "menu";
const PARTS: [Part, string][] = [
  ["dialog", "Dialog"],
  ["list", "Shortcuts"],
  ["confirm", "Question"],
  ["typed", "Question that wants a name"],
  ["failing", "Question whose act fails"],
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
      <Button ref={drawer} onClick={() => setOpen("drawer")}>
        Drawer
      </Button>
      <Button ref={menu} aria-expanded={open === "menu"} onClick={() => setOpen("menu")}>
        Menu
      </Button>
      <Button onClick={() => notify("It worked.")}>Notice</Button>
      <Button onClick={() => notify("The key of the laptop that stands in the office is revoked for good.")}>
        Long notice
      </Button>
      <LazyDialog title="A dialog" about="It holds the focus." isOpen={open === "dialog"} onClose={close}>
        <Field id="in-dialog" label="A field" hint="It has the focus when the dialog opens.">
          <Input id="in-dialog" />
        </Field>
      </LazyDialog>
      <WhenOpened isOpen={open === "list"}>
        <ShortcutList isOpen={open === "list"} onClose={close} />
      </WhenOpened>
      <Questions open={open} onClose={close} />
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

function Questions({ open, onClose }: { open: Part | null; onClose: () => void }) {
  return (
    <>
      <LazyAlertDialog
        title="Take this off the marketplace?"
        action="Take it off"
        isOpen={open === "confirm"}
        onConfirm={async () => notify("It is off.")}
        onClose={onClose}
      >
        You can put it back at any time.
      </LazyAlertDialog>
      <LazyAlertDialog
        title="Revoke this key?"
        action="Revoke the key"
        typed="laptop"
        typedName="the name of the key"
        isOpen={open === "typed"}
        onConfirm={async () => notify("Revoked.")}
        onClose={onClose}
      >
        Whatever uses it stops at once, for good.
      </LazyAlertDialog>
      <LazyAlertDialog
        title="Try it?"
        action="Try"
        isDangerous={false}
        isOpen={open === "failing"}
        onConfirm={() => Promise.reject(new Error("The marketplace did not answer. Try again."))}
        onClose={onClose}
      >
        This one does not work.
      </LazyAlertDialog>
    </>
  );
}
