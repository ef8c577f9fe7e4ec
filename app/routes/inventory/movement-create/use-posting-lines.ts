import { useState } from "react";
import { lookUpItem } from "~/components/scan/look-up-item";
import type { StockedItem } from "~/domain/inventory/stock.server";

export interface PostingLine {
  item: StockedItem;
  quantity: string;
  unitCost: string;
}

/** The lines of a posting as they are scanned or chosen. Adding the same item again increases its quantity by one. */
export function usePostingLines() {
  const [lines, setLines] = useState<readonly PostingLine[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [looking, setLooking] = useState(0);

  const add = (item: StockedItem) =>
    setLines((before) =>
      before.some((line) => line.item.id === item.id)
        ? before.map((line) => (line.item.id === item.id ? { ...line, quantity: oneMore(line.quantity) } : line))
        : [...before, { item, quantity: "1", unitCost: "" }],
    );
  const look = async (query: { id?: string; code?: string }) => {
    setLooking((count) => count + 1);
    // Each scan is looked up separately, because a scanner is faster than the responses.
    const answer = await lookUpItem(query);
    setLooking((count) => count - 1);
    if (!answer) return setProblem("The item could not be looked up. Check your connection and scan it again.");
    if (!answer.item) return setProblem(`No item has the code ${query.code ?? ""}.`);
    if (!answer.item.active) return setProblem(`${answer.item.sku} is inactive. Activate it before moving it.`);
    add(answer.item);
  };
  return {
    lines,
    problem,
    isLooking: looking > 0,
    scan: (code: string) => void look({ code }),
    choose: (id: string) => void look({ id }),
    change: (id: string, fields: Partial<PostingLine>) =>
      setLines((before) => before.map((line) => (line.item.id === id ? { ...line, ...fields } : line))),
    remove: (id: string) => setLines((before) => before.filter((line) => line.item.id !== id)),
    dismiss: () => setProblem(null),
  };
}

/** A scan adds one to a whole number; any other typed quantity is left unchanged. */
function oneMore(quantity: string): string {
  return /^\d+$/.test(quantity.trim()) ? String(Number(quantity) + 1) : quantity;
}
