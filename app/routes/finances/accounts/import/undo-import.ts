import { toast } from "~/components/ui/toast-store";
import { undoText } from "~/domain/finance/imports/messages";
import { callApi } from "~/lib/api-request";

/** Undoes an import from its toast, and says what stayed. */
export async function undoImport(importId: string, onUndone: () => void): Promise<void> {
  try {
    const payload = await callApi(`/imports/${encodeURIComponent(importId)}/undo`);
    toast({ title: undoText(countsIn(payload)) });
  } catch (error) {
    const text = error instanceof Error ? error.message : "Failed to process request. Please try again.";
    toast({ title: text, tone: "bad" });
  }
  onUndone();
}

function countsIn(payload: unknown) {
  const count = (name: "keptEdited" | "keptReconciled") => {
    const value = typeof payload === "object" && payload !== null ? new Map(Object.entries(payload)).get(name) : 0;
    return typeof value === "number" ? value : 0;
  };
  return { keptEdited: count("keptEdited"), keptReconciled: count("keptReconciled") };
}
