/** Request header with the id of whoever made a change that waited on a device: someone else may have signed in since. */
export const AUTHOR_HEADER = "Plenum-Author";

/** Reason of a refusal because someone other than the author is signed in. */
export const OTHER_PERSON = "other_person";
