/** Index route of the document: there is no dialog over it and nothing else to render. */
export default function NoDialog() {
  return null;
}
