/** The box of text inputs and selects. On touch screens its text is 16 px, so that phones do not zoom. */
export const controlBox = "control";
/** A native checkbox or radio button. */
export const checkBox = "check";
