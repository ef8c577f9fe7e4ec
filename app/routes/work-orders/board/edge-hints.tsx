import { type RefObject, useEffect, useState } from "react";
import { Button } from "~/components/ui/button";
import { ChevronLeft, ChevronRight } from "~/components/ui/icons";
import { cn } from "~/lib/utils";

interface EdgeHintsProps {
  /** The element that scrolls horizontally, its columns each marked with `data-column`. */
  root: RefObject<HTMLElement>;
  /** `total` is null if it is not counted. */
  columns: readonly { id: string; name: string; total: number | null }[];
}

/** At each edge with columns beyond it: which ones and how many jobs, with a button that scrolls them into view. */
export function EdgeHints({ root, columns }: EdgeHintsProps) {
  const hidden = useHiddenColumns(root);
  return (
    <>
      {(["before", "after"] as const).map((side) => {
        const beyond = columns.filter(({ id }) => hidden[side].includes(id));
        if (beyond.length === 0) return null;
        return <EdgeHint key={side} {...{ root, side, beyond }} />;
      })}
    </>
  );
}

type EdgeHintProps = Pick<EdgeHintsProps, "root"> & { side: "before" | "after"; beyond: EdgeHintsProps["columns"] };

function EdgeHint({ root, side, beyond }: EdgeHintProps) {
  const isAfter = side === "after";
  const names = beyond.map(({ name }) => name);
  const total = beyond.reduce<number | null>(
    (sum, { total }) => (sum === null || total === null ? null : sum + total),
    0,
  );
  const jobs = total === null ? "" : `${total.toLocaleString("en-US")} ${total === 1 ? "job" : "jobs"}`;
  const nearest = isAfter ? names[0] : names.at(-1);
  const others = names.length > 1 ? ` + ${names.length - 1} more` : "";
  const show = () => {
    const to = beyond[isAfter ? beyond.length - 1 : 0]?.id ?? "";
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    root.current
      ?.querySelector(`[data-column="${CSS.escape(to)}"]`)
      ?.scrollIntoView({ inline: "nearest", block: "nearest", behavior: isStill ? "auto" : "smooth" });
  };
  return (
    <div
      className={cn(
        "pointer-events-none absolute inset-y-0 z-20 w-12 to-background from-transparent max-sm:hidden",
        isAfter ? "right-0 bg-linear-to-r" : "left-0 bg-linear-to-l",
      )}
    >
      <Button
        variant="outline"
        size="sm"
        onClick={show}
        aria-label={`Show ${names.join(", ")}${jobs && `: ${jobs}`}`}
        className={cn(
          "pointer-events-auto absolute bottom-8 max-w-none whitespace-nowrap bg-card shadow-popover",
          isAfter ? "right-3" : "left-3",
        )}
      >
        {!isAfter && <ChevronLeft />}
        {nearest}
        {others}
        {jobs && <span className="font-normal text-muted-foreground tabular">{jobs}</span>}
        {isAfter && <ChevronRight />}
      </Button>
    </div>
  );
}

/** Columns of which less than half is visible; none on the server. */
function useHiddenColumns(root: RefObject<HTMLElement>) {
  const [hidden, setHidden] = useState({ before: "", after: "" });

  // Only the browser knows what fits, and it changes with scrolling, window size and opened columns.
  useEffect(() => {
    const frame = root.current;
    if (!frame) return;
    const all = [...frame.querySelectorAll<HTMLElement>("[data-column]")];
    const read = () => {
      const { left, right } = frame.getBoundingClientRect();
      const idsWhere = (isHidden: (center: number) => boolean) =>
        all
          .filter((column) => {
            const box = column.getBoundingClientRect();
            return box.width > 0 && isHidden(box.left + box.width / 2);
          })
          .map(({ dataset }) => dataset.column)
          .join(" ");
      const before = idsWhere((center) => center < left);
      const after = idsWhere((center) => center > right);
      setHidden((had) => (had.before === before && had.after === after ? had : { before, after }));
    };
    const sizes = new ResizeObserver(read);
    for (const element of [frame, ...all]) sizes.observe(element);
    frame.addEventListener("scroll", read, { passive: true });
    return () => {
      sizes.disconnect();
      frame.removeEventListener("scroll", read);
    };
  }, [root]);
  return { before: hidden.before.split(" "), after: hidden.after.split(" ") };
}
