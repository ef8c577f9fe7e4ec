/** Index route of the readings: there is no dialog over them and nothing else to render. */
export default function NoDialog() {
  return null;
}
