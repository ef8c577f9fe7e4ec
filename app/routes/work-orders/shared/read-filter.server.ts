import type { z } from "zod";
import { WorkOrderFilter } from "~/domain/work-orders/schema";

/**
 * The list's filters out of its URL. What is not understood there is left out rather than refused: `ignored` names it as it stood
 * in the address, so that the screen can say so.
 */
export function readFilter(url: URL): { filter: WorkOrderFilter; ignored: string[] } {
  const names = [...new Set(url.searchParams.keys())];
  const given = names.map((name) => {
    const values = url.searchParams.getAll(name);
    return [name, values.length === 1 ? values[0] : values] as const;
  });
  const result: z.ZodSafeParseResult<WorkOrderFilter> = WorkOrderFilter.safeParse(Object.fromEntries(given));
  if (result.success) return { filter: result.data, ignored: [] };
  const wrong = new Set(result.error.issues.map(({ path: [name] }) => name));
  const understood = Object.fromEntries(given.filter(([name]) => !wrong.has(name)));
  const ignored = given.flatMap(([name, value]) => (wrong.has(name) ? [`${name}=${value}`] : []));
  return { filter: WorkOrderFilter.parse(understood), ignored };
}
