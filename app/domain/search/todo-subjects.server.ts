import type { Ctx } from "~/domain/shared/context";
import type { SubjectKind } from "~/domain/todos/todo";
import { globalSearch, type SearchHit } from "./search.server";

/** A record a to-do may be about; `value` is sent by the form: its kind and its number or id. */
export interface SubjectChoice {
  value: string;
  label: string;
  detail: string | null;
}

const KINDS: Partial<Record<SearchHit["kind"], SubjectKind>> = {
  ...{ work_order: "workOrder", customer: "customer", technician: "technician", lead: "lead", estimate: "estimate" },
  ...{ equipment: "equipment", item: "item", invoice: "invoice", site: "site", issue: "issue", design: "design" },
  ...{ receipt: "receipt", message: "thread", purchase_order: "purchaseOrder", supplier: "supplier" },
  ...{ location: "location", service_type: "serviceType", cylinder: "cylinder", analysis: "analysis" },
};

/** The business's records that match a text, as far as the member may see them. */
export async function findTodoSubjects(ctx: Ctx, text: string): Promise<SubjectChoice[]> {
  const choices = new Map<string, SubjectChoice>();
  for (const { kind: found, key, label, detail } of await globalSearch(ctx, text)) {
    const kind = KINDS[found];
    // A message is found by its conversation and its place in it.
    const [ref = ""] = key.split(" ");
    const value = `${kind}:${ref}`;
    if (kind && !choices.has(value)) choices.set(value, { value, label, detail });
  }
  return [...choices.values()];
}
