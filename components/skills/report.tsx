"use client";

import { Flag } from "lucide-react";
import dynamic from "next/dynamic";
import { Button } from "@/components/ui/button";
import { useOpener } from "@/components/ui/use-opener";

const load = () => import("@/components/skills/report-dialog");
const ReportDialog = dynamic(() => load().then((module) => module.ReportDialog), { ssr: false });

/** Opens a dialog in which the viewer says what is wrong with a skill. */
export function ReportButton({ slug, name }: { slug: string; name: string }) {
  const { openerProps, isOpen, isWanted, setOpen } = useOpener(load, "dialog");
  return (
    <>
      <Button look="quiet" size="sm" {...openerProps}>
        <Flag size={14} aria-hidden /> Report this skill
      </Button>
      {isWanted && <ReportDialog slug={slug} name={name} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
