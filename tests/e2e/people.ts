/** File with a demo user's cookies: `admin`, `manager`, `technician` or `household`. */
export function stateOf(who: string): string {
  return `test-results/people/${who}.json`;
}
