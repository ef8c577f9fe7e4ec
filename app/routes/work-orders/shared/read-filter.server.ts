import type { z } from "zod";
import { WorkOrderFilter } from "~/domain/work-orders/schema";

/**
 * Parses the list's filters from its URL. Unknown values are dropped rather than rejected: `ignored` lists them as
 * written in the URL, so that the screen can show them.
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
