import { useRef, useState } from "react";

/** The selection among the rows shown; rows no longer shown are not selected. */
export function useSelection(shown: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const selected = shown.filter((id) => chosen.has(id));

  function toggle(id: string, isRange = false): void {
    const next = new Set(selected);
    const [from, to] = [shown.indexOf(last.current ?? ""), shown.indexOf(id)];
    if (isRange && from >= 0) {
      for (const one of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one);
    } else if (!next.delete(id)) next.add(id);
    last.current = id;
    setChosen(next);
  }
  return {
    selected,
    isSelected: (id: string) => chosen.has(id),
    isAll: shown.length > 0 && selected.length === shown.length,
    toggle,
    selectOnly: (ids: readonly string[]) => setChosen(new Set(ids)),
    toggleAll: () => setChosen(new Set(selected.length === shown.length ? [] : shown)),
  };
}
