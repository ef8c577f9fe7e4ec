/** "50 to 70 °F", "at least 3 µA", "at most 100 ppm", "°F". */
export function limitsText({
  unit,
  min,
  max,
}: {
  unit: string | null;
  min: number | null;
  max: number | null;
}): string {
  const measured = (number: number) => (unit ? `${number} ${unit}` : String(number));
  if (min !== null && max !== null) return `${min} to ${measured(max)}`;
  if (min !== null) return `at least ${measured(min)}`;
  if (max !== null) return `at most ${measured(max)}`;
  return unit ?? "";
}

export const rowElementId = (id: string) => `task-${id}`;
export const handleElementId = (id: string) => `handle-${id}`;
