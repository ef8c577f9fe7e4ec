import { toast } from "~/components/ui/toast-store";
import { api } from "~/lib/api-client";

/** Takes an import back from its toast, and says what stayed. */
export async function undoImport(importId: string, onUndone: () => void): Promise<void> {
  try {
    const answer = await api.call("POST", `/bank-account-imports/${encodeURIComponent(importId)}/undo`);
    toast({ title: undoText(keptIn(answer)) });
  } catch (error) {
    const text = error instanceof Error ? error.message : "Failed to process request. Please try again.";
    toast({ title: text, tone: "bad" });
  }
  onUndone();
}

interface Kept {
  keptEdited: number;
  keptReconciled: number;
}

/** 'Import undone. 2 edited and 1 reconciled transactions were kept.' */
export function undoText({ keptEdited, keptReconciled }: Kept): string {
  const kept = [keptEdited > 0 && `${keptEdited} edited`, keptReconciled > 0 && `${keptReconciled} reconciled`];
  const words = kept.filter(Boolean).join(" and ");
  if (words === "") return "Import undone.";
  const one = keptEdited + keptReconciled === 1;
  return `Import undone. ${words} ${one ? "transaction was" : "transactions were"} kept.`;
}

function keptIn(answer: unknown): Kept {
  const count = (name: "keptEdited" | "keptReconciled") => {
    const value = typeof answer === "object" && answer !== null ? new Map(Object.entries(answer)).get(name) : 0;
    return typeof value === "number" ? value : 0;
  };
  return { keptEdited: count("keptEdited"), keptReconciled: count("keptReconciled") };
}
