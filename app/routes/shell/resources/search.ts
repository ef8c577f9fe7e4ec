import { globalSearch, type SearchHit } from "~/domain/search/search.server";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

/** Search results for the command palette. Empty if the user is no longer signed in. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const hits = await globalSearch(ctx, url.searchParams.get("q") ?? "");
  return Response.json({
    hits: hits.map(({ kind, key, label, detail }) => ({ kind, label, detail, to: pathOf({ kind, key }) })),
  });
});

function pathOf({ kind, key }: Pick<SearchHit, "kind" | "key">): string {
  switch (kind) {
    case "work_order":
      return paths.workOrder(key);
    case "customer":
      return paths.customer(key);
    case "technician":
      return paths.technician(key);
    case "lead":
      return paths.lead(key);
    case "estimate":
      return paths.estimate(key);
    case "equipment":
      return paths.equipment(key);
    case "item":
      return paths.item(key);
    case "invoice":
      return paths.invoice(key);
    case "site":
      return paths.property(key);
    case "purchase_order":
      return paths.purchaseOrder(key);
    case "supplier":
      return paths.supplier(key);
    case "location":
      return paths.location(key);
    case "service_type":
      return paths.serviceType(key);
    case "cylinder":
      return paths.cylinder(key);
    case "issue":
      return paths.issue(key);
    case "todo":
      return paths.editTodo(key);
    case "message": {
      const [threadId = "", seq] = key.split(" ");
      return paths.thread(threadId, { at: seq });
    }
    case "design":
      return paths.design(key);
    case "analysis":
      return paths.savedIndustryAnalysis(key);
    case "receipt":
      return paths.receipt(key);
    case "household_receipt":
      return paths.receipt(key, { of: "household" });
    case "income":
      return paths.planItem({ kind: "income", id: key });
    case "expense":
      return paths.expense({ id: key });
    case "account":
      return paths.account(key);
  }
}
