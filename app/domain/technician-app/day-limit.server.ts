/**
 * Rows of one kind for all jobs of a day. Far more than a full day has: a row that is cut off would be missing on the phone
 * without a word, and be entered again.
 */
export const MAX_OF_A_KIND = 5000;
