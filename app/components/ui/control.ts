import { cn } from "./cn";

const edge = [
  "border border-edge bg-field text-ink transition-colors hover:border-muted",
  "focus-visible:border-focus focus-visible:outline-offset-0",
  "aria-invalid:border-bad",
  "disabled:cursor-not-allowed disabled:border-line disabled:bg-raised disabled:text-faint [&[readonly]]:bg-raised",
];

/** The box one types or chooses in. On touch screens text is 16 px, so that phones do not zoom. */
export const controlBox = cn("w-full min-w-0 rounded-md px-3 text-body touch:text-base", edge);
