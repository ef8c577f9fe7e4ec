/** Index route of the work order: there is no dialog over it and nothing else to render. */
export default function NoDialog() {
  return null;
}
