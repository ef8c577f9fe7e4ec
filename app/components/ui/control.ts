/** The box of text inputs and selects. On touch screens its text is 16 px, so that phones do not zoom. */
export const controlBox = [
  "w-full min-w-0 rounded-md border border-input bg-field px-3 text-body text-foreground transition-colors touch:text-base",
  "hover:border-muted-foreground focus-visible:border-ring focus-visible:outline-offset-0",
  "disabled:cursor-not-allowed disabled:border-border disabled:bg-muted disabled:text-subtle-foreground",
  // `read-only:` would include selects and file inputs.
  "aria-invalid:border-bad [&[readonly]]:bg-muted",
];
/** A native checkbox or radio button. */
export const checkBox = "check";
