import { type Layout, LINK_LABELS, type Link, type Part, sizeText } from "./layout";

export interface LayoutChange {
  kind: "added" | "removed" | "changed";
  id: string;
  /** 'Register Kitchen', 'Supply duct Furnace to Kitchen'. */
  what: string;
  /** 'airflow 100 to 140', for each change. */
  how: string[];
}

/** What one version of a design holds; `line1` is the street of its property. */
export interface DesignContent {
  title: string;
  siteAddressId: string | null;
  line1: string | null;
  layout: Layout;
}

/** The differences between two versions of a design: its name, its property and its layout. */
export function changesBetween(before: DesignContent, after: DesignContent): LayoutChange[] {
  const site = after.line1 ?? "none";
  return [
    ...(before.title === after.title ? [] : [changed("title", "name", `to “${after.title}”`)]),
    ...(before.siteAddressId === after.siteAddressId ? [] : [changed("site", "property", `to ${site}`)]),
    ...differenceOf(before.layout, after.layout),
  ];
}

const changed = (id: string, what: string, how: string): LayoutChange => ({ kind: "changed", id, what, how: [how] });

/** The differences between two layouts, part by part and connection by connection. */
export function differenceOf(before: Layout, after: Layout): LayoutChange[] {
  return [
    ...changesOf(before.parts, after.parts, ({ label }) => label, partChanges),
    ...changesOf(before.links, after.links, (link) => linkName(link, [...after.parts, ...before.parts]), linkChanges),
  ];
}

/** What both sides changed, so that one version cannot simply replace the other. */
export function changedByBoth(base: DesignContent, mine: DesignContent, theirs: DesignContent): string[] {
  const ours = new Set(changesBetween(base, mine).map(({ id }) => id));
  return changesBetween(base, theirs)
    .filter(({ id }) => ours.has(id))
    .map(({ what }) => what);
}

/** Adds their changes to mine: name and property are taken from the side that changed them, from mine if both did. */
export function mergeDesigns(base: DesignContent, mine: DesignContent, theirs: DesignContent): DesignContent {
  const named = mine.title === base.title ? theirs : mine;
  const { siteAddressId, line1 } = mine.siteAddressId === base.siteAddressId ? theirs : mine;
  const layout = mergeLayouts(base.layout, mine.layout, theirs.layout);
  return { title: named.title, siteAddressId, line1, layout };
}

/**
 * Adds their changes to my layout: each part or connection is taken whole from the side that changed it, from mine if both did.
 * Connections that have lost an end are dropped.
 */
export function mergeLayouts(base: Layout, mine: Layout, theirs: Layout): Layout {
  const parts = mergeRows(base.parts, mine.parts, theirs.parts);
  const ids = new Set(parts.map(({ id }) => id));
  const links = mergeRows(base.links, mine.links, theirs.links).filter(({ from, to }) => ids.has(from) && ids.has(to));
  return { parts, links };
}

function mergeRows<Row extends { id: string }>(
  base: readonly Row[],
  mine: readonly Row[],
  theirs: readonly Row[],
): Row[] {
  const before = new Map(base.map((row) => [row.id, row]));
  const ours = new Map(mine.map((row) => [row.id, row]));
  const others = new Map(theirs.map((row) => [row.id, row]));
  const ids = [...new Set([...ours.keys(), ...others.keys()])];
  return ids.flatMap((id) => {
    const [was, own, other] = [before.get(id), ours.get(id), others.get(id)];
    const isOwnChanged = !same(was, own);
    return (isOwnChanged ? own : other) ?? [];
  });
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function changesOf<Row extends { id: string }>(
  before: readonly Row[],
  after: readonly Row[],
  nameOf: (row: Row) => string,
  howOf: (was: Row, is: Row) => string[],
): LayoutChange[] {
  const was = new Map(before.map((row) => [row.id, row]));
  const is = new Map(after.map((row) => [row.id, row]));
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((id): LayoutChange[] => {
    const [old, now] = [was.get(id), is.get(id)];
    if (!old && now) return [{ kind: "added", id, what: nameOf(now), how: [] }];
    if (old && !now) return [{ kind: "removed", id, what: nameOf(old), how: [] }];
    if (!old || !now || same(old, now)) return [];
    return [{ kind: "changed", id, what: nameOf(now), how: howOf(old, now) }];
  });
}

const linkName = ({ kind, from, to }: Link, parts: readonly Part[]) => {
  const name = (id: string) => parts.find((part) => part.id === id)?.label ?? "";
  return `${LINK_LABELS[kind]} ${name(from)} to ${name(to)}`;
};

const value = (one: unknown, divisor = 1) => (typeof one === "number" ? String(one / divisor) : (one ?? "none"));

function partChanges(was: Part, is: Part): string[] {
  return [
    ...(was.label === is.label ? [] : [`renamed from ${was.label}`]),
    ...(was.x === is.x && was.y === is.y ? [] : ["moved"]),
    ...(was.airflow === is.airflow ? [] : [`airflow ${value(was.airflow)} to ${value(is.airflow)} cfm`]),
    ...(was.tons === is.tons ? [] : [`${value(was.tons, 10)} to ${value(is.tons, 10)} tons`]),
    ...(was.ratedStatic === is.ratedStatic
      ? []
      : [`rated static ${value(was.ratedStatic, 100)} to ${value(is.ratedStatic, 100)} in. w.c.`]),
    ...(was.componentDrop === is.componentDrop
      ? []
      : [`component drop ${value(was.componentDrop, 100)} to ${value(is.componentDrop, 100)} in. w.c.`]),
    ...(was.itemId === is.itemId ? [] : ["another item of the catalog"]),
  ];
}

function linkChanges(was: Link, is: Link): string[] {
  const [old, now] = [sizeText(was) ?? "no size", sizeText(is) ?? "no size"];
  const isRectangular = was.shape === "rectangular" && is.shape === "rectangular";
  return [
    ...(was.kind === is.kind ? [] : [`${LINK_LABELS[was.kind]} to ${LINK_LABELS[is.kind]}`.toLowerCase()]),
    ...(old === now ? [] : [`${old} to ${now}`]),
    // The size of a rectangular duct does not name its material.
    ...(isRectangular && was.material !== is.material
      ? [`${was.material ?? "metal"} to ${is.material ?? "metal"}`]
      : []),
    ...(was.length === is.length ? [] : [`length ${value(was.length)} to ${value(is.length)} ft`]),
    ...(was.fittings === is.fittings ? [] : [`fittings ${value(was.fittings)} to ${value(is.fittings)} ft`]),
    ...(was.rise === is.rise ? [] : [`rise ${value(was.rise)} to ${value(is.rise)} ft`]),
  ];
}
