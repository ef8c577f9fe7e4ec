export const MAX_LOGO_BYTES = 200 * 1024;
export const LOGO_TOO_LARGE = "The picture is larger than 200 KB";
