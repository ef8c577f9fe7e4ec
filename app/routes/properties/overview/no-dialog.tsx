/** Index route of the overview: there is no dialog over it and nothing else to render. */
export default function NoDialog() {
  return null;
}
