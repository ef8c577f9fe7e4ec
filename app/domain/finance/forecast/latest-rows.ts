import type { CivilDate } from "~/domain/shared/time/dates";

/**
 * Keeps the rows of the latest whole days, at most `most` rows, from rows given newest first. Returned grouped by account id,
 * each account's oldest first.
 */
export function latestWholeDays<Row extends { accountId: string; date: CivilDate }>(
  newestFirst: readonly Row[],
  most: number,
): Row[] {
  const cut = newestFirst[most]?.date;
  const byAccount = new Map<string, Row[]>();
  for (const row of newestFirst.toReversed()) {
    if (cut !== undefined && row.date <= cut) continue;
    const others = byAccount.get(row.accountId);
    if (others) others.push(row);
    else byAccount.set(row.accountId, [row]);
  }
  return [...byAccount].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, rows]) => rows);
}
