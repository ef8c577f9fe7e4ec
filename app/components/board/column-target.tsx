import { useDroppable } from "@dnd-kit/core";
import { useEffect } from "react";
import type { WorkOrderStatus } from "~/domain/work-orders/work-order";
import { columnElementId } from "./board-words";

/** Lets cards be dropped on the column that stands in the page. */
export function ColumnTarget({ status }: { status: WorkOrderStatus }) {
  const { setNodeRef } = useDroppable({ id: status });

  // The column was there before this layer was loaded, so it is found rather than rendered.
  useEffect(() => setNodeRef(document.getElementById(columnElementId(status))), [status, setNodeRef]);
  return null;
}
