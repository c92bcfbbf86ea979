import { CopyButton } from "@/components/ui/copy";

/** One command, or an address to be pasted, with its copy button beside it. */
export function CommandLine({ command, isShell = true }: { command: string; isShell?: boolean }) {
  return (
    <div className="flex items-center gap-3 rounded-md border border-line bg-raised py-2 pr-2 pl-3">
      <code className="min-w-0 flex-1 font-mono text-xs wrap-anywhere">
        {isShell && (
          <span aria-hidden className="mr-1.5 text-muted select-none">
            $
          </span>
        )}
        {command}
      </code>
      <CopyButton text={command} isBrief />
    </div>
  );
}
