/** Tests the part of a class after its prefix. */
type Accepts = (value: string) => boolean;
type Definition = string | Accepts | { [prefix: string]: readonly (string | Accepts)[] };

const any: Accepts = () => true;
const isLength: Accepts = (value) => /^\[[\d.]+(?:px|rem|em)\]$/.test(value);
const isNumber: Accepts = (value) => /^\d+$/.test(value);
const isArbitraryNumber: Accepts = (value) => /^\[[\d.]+\]$/.test(value);
const isArbitrary: Accepts = (value) => value.startsWith("[");
const isImage: Accepts = (value) => value.startsWith("(image:");

/** Groups that consist of a prefix with any value: `p-4` and `p-[env(…)]` set the same property. */
const prefixes =
  "p px py pt pr pb pl m mx my mt mr mb ml gap gap-x gap-y space-y size w min-w max-w h min-h max-h inset inset-x inset-y top right bottom left basis order z grid-cols auto-rows items justify justify-self self align float aspect accent appearance opacity fill leading cursor select resize object list whitespace underline-offset outline-offset overflow overflow-x overflow-y pointer-events translate translate-x translate-y rotate animate transition transform scroll-mt touch rounded rounded-t rounded-r rounded-b rounded-l inset-ring grow shrink tracking break-after";

/** Classes that set the same property, limited to those this product uses. */
export const classGroups: Record<string, readonly Definition[]> = {
  ...Object.fromEntries(prefixes.split(" ").map((prefix) => [prefix, [{ [prefix]: ["", any] }]])),
  display: [
    "block",
    "inline",
    "inline-block",
    "flex",
    "inline-flex",
    "grid",
    "inline-grid",
    "table",
    "contents",
    "hidden",
  ],
  "container-type": ["@container"],
  "container-named": [(value) => value.startsWith("@container/")],
  position: ["static", "fixed", "absolute", "relative", "sticky"],
  visibility: ["visible", "invisible"],
  sr: ["sr-only", "not-sr-only"],
  flex: [{ flex: [isNumber, isArbitrary, "auto", "none"] }],
  "flex-direction": [{ flex: ["row", "col", "row-reverse", "col-reverse"] }],
  "flex-wrap": [{ flex: ["wrap", "nowrap"] }],
  "col-span": [{ "col-span": [any] }],
  "col-start": [{ "col-start": [any] }],
  "row-span": [{ "row-span": [any] }],
  "row-start": [{ "row-start": [any] }],
  "align-content": [{ content: ["start", "end"] }],
  content: [{ content: [any] }],
  "line-clamp": [{ "line-clamp": [any] }],
  "font-size": [{ text: ["xs", "sm", "body", "base", "lg", "xl", "2xl", isLength] }],
  "text-align": [{ text: ["left", "center", "right"] }],
  "text-wrap": [{ text: ["balance"] }],
  "text-overflow": ["truncate", "text-ellipsis"],
  "text-color": [{ text: [any] }],
  "font-weight": [{ font: ["normal", "medium", "semibold"] }],
  "font-family": [{ font: ["sans", "mono"] }],
  "text-decoration": ["underline", "line-through", "no-underline"],
  "decoration-style": [{ decoration: ["dotted"] }],
  "decoration-thickness": [{ decoration: [isNumber] }],
  "decoration-color": [{ decoration: [any] }],
  break: [{ break: ["all", "words"] }],
  "bg-image": [{ bg: [isImage], "bg-linear-to": [any] }],
  "bg-color": [{ bg: [any] }],
  "border-style": [{ border: ["dashed"] }],
  "border-collapse": [{ border: ["collapse"] }],
  ...Object.fromEntries(
    ["", "-x", "-y", "-t", "-r", "-b", "-l"].flatMap((side) => [
      [`border-w${side}`, [{ [`border${side}`]: ["", isNumber] }]],
      [`border-color${side}`, [{ [`border${side}`]: [any] }]],
    ]),
  ),
  "divide-y": [{ "divide-y": ["", any] }],
  "outline-style": [{ outline: ["none"] }],
  "outline-w": [{ outline: ["", isNumber] }],
  "outline-color": [{ outline: [any] }],
  "ring-w": [{ ring: ["", isNumber] }],
  "ring-color": [{ ring: [any] }],
  "inset-ring-w": [{ "inset-ring": ["", isNumber] }],
  shadow: [{ shadow: ["", any] }],
  "stroke-w": [{ stroke: [isNumber, isArbitraryNumber] }],
  stroke: [{ stroke: [any] }],
};

const sides = (group: string, names: string) => names.split(" ").map((name) => group + name);

/** Other groups that a class overrides: `p-4` after `pt-2` removes `pt-2`. */
export const conflictingClassGroups: Record<string, readonly string[]> = {
  "font-size": ["leading"],
  "container-named": ["container-type"],
  overflow: ["overflow-x", "overflow-y"],
  inset: ["inset-x", "inset-y", "top", "right", "bottom", "left"],
  "inset-x": ["right", "left"],
  "inset-y": ["top", "bottom"],
  flex: ["basis", "grow", "shrink"],
  gap: ["gap-x", "gap-y"],
  p: sides("p", "x y t r b l"),
  px: ["pr", "pl"],
  py: ["pt", "pb"],
  m: sides("m", "x y t r b l"),
  mx: ["mr", "ml"],
  my: ["mt", "mb"],
  size: ["w", "h"],
  "line-clamp": ["display", "overflow"],
  rounded: sides("rounded", "-t -r -b -l"),
  "border-w": sides("border-w", "-x -y -t -r -b -l"),
  "border-w-x": ["border-w-r", "border-w-l"],
  "border-w-y": ["border-w-t", "border-w-b"],
  "border-color": sides("border-color", "-x -y -t -r -b -l"),
  "border-color-x": ["border-color-r", "border-color-l"],
  "border-color-y": ["border-color-t", "border-color-b"],
  translate: ["translate-x", "translate-y"],
};
