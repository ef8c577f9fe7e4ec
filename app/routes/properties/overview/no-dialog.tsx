/** The overview with no dialog over it: its index has nothing of its own to show. */
export default function NoDialog() {
  return null;
}
