/** Maximum JavaScript files on a first load. */
export const MAX_FILES = 30;

/** Maximum kilobytes of JavaScript on a first load, gzipped: less for visitors, sign-in and a technician's phone. */
export function mostKilobytes(route: string): number {
  return /^(root|routes\/(public|auth|technician|shell))\b/.test(route) ? 125 : 180;
}
