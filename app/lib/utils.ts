import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

/** The scales of tokens.css and tailwind.css that tailwind-merge does not know by itself. */
const merge = extendTailwindMerge({
  extend: {
    theme: { text: ["body"], spacing: ["control", "row", "gutter"], shadow: ["popover"] },
  },
});

/** Joins class names; where two set the same thing, the later one wins. */
export function cn(...inputs: ClassValue[]): string {
  return merge(clsx(inputs));
}
