/** A phone sends pictures of about 300 KB; this takes one as a camera makes it. */
export const photoMaximum = 8_000_000;
export const photoTooLarge = "The picture is larger than 8 MB";
