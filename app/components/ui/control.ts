import { cn } from "~/lib/utils";

const edge = [
  "border border-input bg-field text-foreground transition-colors hover:border-muted-foreground",
  "focus-visible:border-ring focus-visible:outline-offset-0",
  "aria-invalid:border-bad",
  "disabled:cursor-not-allowed disabled:border-border disabled:bg-muted disabled:text-subtle-foreground [&[readonly]]:bg-muted",
];

/** The box one types or chooses in. On touch screens text is 16 px, so that phones do not zoom. */
export const controlBox = cn("w-full min-w-0 rounded-md px-3 text-body touch:text-base", edge);
