"use client";

import { Flag } from "lucide-react";
import { lazy } from "react";
import { Button } from "@/components/ui/button";
import { useOpener } from "@/components/ui/use-opener";
import { WhenOpened } from "@/components/ui/when-opened";

const load = () => import("@/app/(market)/skills/[slug]/_components/report-dialog");
const ReportDialog = lazy(() => load().then((module) => ({ default: module.ReportDialog })));

/** Opens a dialog in which the viewer says what is wrong with a skill. */
export function ReportButton({ slug, name }: { slug: string; name: string }) {
  const { openerProps, isOpen, setOpen } = useOpener(load, "dialog");
  return (
    <>
      <Button variant="quiet" size="sm" {...openerProps}>
        <Flag size={14} aria-hidden /> Report this skill
      </Button>
      <WhenOpened isOpen={isOpen}>
        <ReportDialog slug={slug} name={name} isOpen={isOpen} onClose={() => setOpen(false)} />
      </WhenOpened>
    </>
  );
}
