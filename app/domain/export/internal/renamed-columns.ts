/** Columns that have been renamed since the first exports, by table: the former name and the name now. */
export const RENAMED_COLUMNS: Readonly<Record<string, readonly (readonly [before: string, now: string])[]>> = {
  bank_item_accounts: [["behind", "is_catching_up"]],
  industry_analyses: [["model_said_at", "model_answered_at"]],
  purchase_orders: [["ordered_by_way", "order_method"]],
  refrigerant_cylinder_entries: [["said_milli_lb", "recorded_milli_lb"]],
};

/** A row of an older export under the names that its columns have now. */
export function withCurrentNames(table: string, row: unknown): unknown {
  const renamed = RENAMED_COLUMNS[table];
  if (renamed === undefined || typeof row !== "object" || row === null) return row;
  const names = new Map(renamed);
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [names.get(name) ?? name, value]));
}
