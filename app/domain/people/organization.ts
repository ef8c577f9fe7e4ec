export const MAX_LOGO_BYTES = 200 * 1024;
