import { flawOf, type Layout, type Link, type Part } from "./layout";

/** One user action; a drag counts as one, however far it goes. */
export type Edit =
  | { kind: "add"; part: Part; link?: Link }
  | { kind: "move"; to: readonly { id: string; x: number; y: number }[] }
  | { kind: "part"; id: string; set: Partial<Omit<Part, "id" | "kind">> }
  | { kind: "connect"; link: Link }
  | { kind: "link"; id: string; set: Partial<Omit<Link, "id" | "from" | "to">> }
  | { kind: "remove"; ids: readonly string[] }
  | { kind: "replace"; layout: Layout };

/** The layout after an edit, or the same object if nothing changed. Connections left without an end are removed. */
export function applyEdit(layout: Layout, edit: Edit): Layout {
  const { parts, links } = layout;
  switch (edit.kind) {
    case "add":
      return sound(layout, { parts: [...parts, edit.part], links: edit.link ? [...links, edit.link] : links });
    case "move": {
      const to = new Map(edit.to.map((one) => [one.id, one]));
      const isMoved = parts.some(({ id, x, y }) => to.has(id) && (to.get(id)?.x !== x || to.get(id)?.y !== y));
      if (!isMoved) return layout;
      return { links, parts: parts.map((part) => ({ ...part, ...pointOf(to.get(part.id)) })) };
    }
    case "part":
      return { links, parts: parts.map((part) => (part.id === edit.id ? { ...part, ...edit.set } : part)) };
    case "connect":
      return sound(layout, { parts, links: [...links, edit.link] });
    case "link":
      return { parts, links: links.map((link) => (link.id === edit.id ? { ...link, ...edit.set } : link)) };
    case "remove": {
      const gone = new Set(edit.ids);
      const isGone = ({ id, from, to }: Link) => gone.has(id) || gone.has(from) || gone.has(to);
      if (![...parts, ...links].some(({ id }) => gone.has(id))) return layout;
      return { parts: parts.filter(({ id }) => !gone.has(id)), links: links.filter((link) => !isGone(link)) };
    }
    case "replace":
      return sound(layout, edit.layout);
  }
}

const sound = (before: Layout, after: Layout) => (flawOf(after) === null ? after : before);
const pointOf = (to: { x: number; y: number } | undefined) => (to ? { x: to.x, y: to.y } : {});

export interface EditHistory {
  past: readonly Layout[];
  now: Layout;
  future: readonly Layout[];
}

/** Maximum undo steps. */
export const MAX_UNDO = 200;

export const beginHistory = (layout: Layout): EditHistory => ({ past: [], now: layout, future: [] });

export function edited(history: EditHistory, edit: Edit): EditHistory {
  const now = applyEdit(history.now, edit);
  if (now === history.now) return history;
  return { past: [...history.past, history.now].slice(-MAX_UNDO), now, future: [] };
}

export function undone({ past, now, future }: EditHistory): EditHistory {
  const before = past.at(-1);
  return before ? { past: past.slice(0, -1), now: before, future: [now, ...future] } : { past, now, future };
}

export function redone({ past, now, future }: EditHistory): EditHistory {
  const [next, ...rest] = future;
  return next ? { past: [...past, now], now: next, future: rest } : { past, now, future };
}
