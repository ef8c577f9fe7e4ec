import { OctagonAlert } from "~/components/ui/icons";
import { cn } from "~/lib/utils";

/** A reading on the job's checklist shows that the equipment must not run. */
export function UnsafeMark({ className }: { className?: string }) {
  return (
    <span className={cn("mark font-medium text-bad", className)}>
      <OctagonAlert />
      Unsafe reading
    </span>
  );
}
