import { OctagonAlert } from "~/components/ui/icons";
import { cn } from "~/lib/utils";

/** A reading on the job's checklist says that the equipment may not run. */
export function UnsafeMark({ className }: { className?: string }) {
  return (
    <span className={cn("inline-flex items-center gap-1.5 whitespace-nowrap font-medium text-bad", className)}>
      <OctagonAlert aria-hidden="true" className="size-3.5 shrink-0" />
      Unsafe reading
    </span>
  );
}
