import type { Citation, Finding } from "~/domain/chat/message";
import { paths } from "~/paths";

/** URL of a cited record. Built only from its kind and key, so that no answer can link anywhere else. */
export function citedPath({ kind, key }: Pick<Citation, "kind" | "key">): string {
  switch (kind) {
    case "customer":
      return paths.customer(key);
    case "work_order":
      return paths.workOrder(key);
    case "item":
      return paths.item(key);
    case "invoice":
      return paths.invoice(key);
    case "todo":
      return paths.editTodo(key);
    case "article":
      return paths.support({ article: key });
    case "month":
      return paths.finances({ month: key });
  }
}

/** URL of the list with all results. */
export function listPath({ of, query }: NonNullable<Finding["list"]>): string {
  switch (of) {
    case "customers":
      return paths.customers(query);
    case "work_orders":
      return paths.workOrders(query);
    case "items":
      return paths.items(query);
    case "invoices":
      return paths.invoices(query);
    case "todos":
      return paths.todos(query);
    case "help":
      return paths.support(query);
    case "finances":
      return paths.finances(query);
  }
}
