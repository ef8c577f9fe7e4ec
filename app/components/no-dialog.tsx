/** The route component of a URL that shows only the screen above it: no dialog is open over it. */
export default function NoDialog() {
  return null;
}
