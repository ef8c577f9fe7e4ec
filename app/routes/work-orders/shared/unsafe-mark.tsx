import { Mark } from "~/components/mark";
import { OctagonAlert } from "~/components/ui/icons";
import { cn } from "~/lib/utils";

/** A reading on the job's checklist shows that the equipment must not run. */
export function UnsafeMark({ className }: { className?: string }) {
  return (
    <Mark icon={OctagonAlert} className={cn("font-medium text-bad", className)}>
      Unsafe reading
    </Mark>
  );
}
