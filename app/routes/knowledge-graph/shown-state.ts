import { formatState, type GraphRecord, type GraphState } from "~/domain/knowledge-graph/record";
import { formatDate, formatDay } from "~/domain/shared/time/date-format";
import { paths } from "~/paths";

export const hrefOf = (state: GraphState) => paths.knowledgeGraph(formatState(state));

/** URL of the record's own page. */
export function pageOf({ kind, ref }: Pick<GraphRecord, "kind" | "ref">): string {
  switch (kind) {
    case "customer":
      return paths.customer(ref);
    case "site":
      return paths.property(ref);
    case "equipment":
    case "circuit":
      return paths.equipment(ref);
    case "part":
      return paths.item(ref);
    case "job":
      return paths.workOrder(ref);
    case "invoice":
      return paths.invoice(ref);
    case "technician":
      return paths.technician(ref);
    case "lead":
      return paths.lead(ref);
    case "estimate":
      return paths.estimate(ref);
    case "contact":
      return paths.property(ref);
  }
}

/** A civil date, or an instant's date in the business's time zone, as text. */
export function dayText(at: string | null, timeZone: string): string | null {
  if (at === null) return null;
  return at.length === 10 ? formatDate(at, true) : formatDay(at, timeZone, true);
}
