import { cva } from "class-variance-authority";

/** A small clickable pill: a filter to clear, a choice to remove, a word to add. */
export const chipVariants = cva(
  "inline-flex h-7 items-center gap-1.5 rounded-[1rem] bg-link-soft pr-2 pl-3 font-medium text-link text-xs hover:bg-accent touch:h-10",
);
