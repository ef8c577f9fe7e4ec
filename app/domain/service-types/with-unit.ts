/** "12 psi", "12%", "12" without a unit. */
export function withUnit(figure: number | string, unit: string | null): string {
  if (!unit) return String(figure);
  return unit === "%" ? `${figure}%` : `${figure} ${unit}`;
}
