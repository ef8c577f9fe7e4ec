/** The readings with no dialog over them: their index has nothing of its own to show. */
export default function NoDialog() {
  return null;
}
