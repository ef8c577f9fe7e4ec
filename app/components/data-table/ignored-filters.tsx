import { Info } from "~/components/ui/icons";

/** Lists filters in the URL that were not understood: a mistyped link shows the list rather than an error. */
export function IgnoredFilters({ ignored }: { ignored: readonly string[] }) {
  if (ignored.length === 0) return null;
  return (
    <p role="status" className="flex items-start gap-2 pb-3 text-muted-foreground">
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {`Ignored in the address: ${ignored.map((one) => one.slice(0, 60)).join(", ")}.`}
    </p>
  );
}
