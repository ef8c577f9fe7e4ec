/** The box one types or chooses in. On touch screens text is 16 px, so that phones do not zoom. */
export const controlBox = "control";
