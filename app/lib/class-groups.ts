type Values = (string | ((value: string) => boolean))[];
type Groups = Record<string, (string | Record<string, Values>)[]>;

const any = () => true;
const width = (value: string) => /^\[?\d/.test(value);
const fontSize = (value: string) => /^(\d*x[sl]|sm|base|body|lg|\[[\d.].*)$/.test(value);

const named = (prefix: string, ends: string) => ends.split(" ").map((end) => prefix + end);
const groups = <Group>(names: string[], group: (name: string) => Group) =>
  Object.fromEntries(names.map((name) => [name, group(name)]));

const edges = ["", ...named("-", "x y s e t r b l")];

/** What a name says together with a value: gap-4. */
const valued = named(
  "",
  "accent align animate appearance aspect auto-cols auto-rows basis bottom box break break-after break-before " +
    "break-inside brightness caption caret clear col col-end col-start columns content cursor delay duration ease end field-sizing " +
    "float from gap gap-x gap-y grid-cols grid-flow grid-rows h hyphens indent inset inset-x inset-y items justify justify-items " +
    "justify-self leading left line-clamp m max-h max-w mb me min-h min-w ml mr ms mt mx my opacity order origin outline-offset " +
    "overflow overflow-x overflow-y overscroll overscroll-x overscroll-y p pb pe pl place-content place-items place-self " +
    "pointer-events pr ps pt px py right rotate row row-end row-start scale scale-x scale-y scheme scroll-m scroll-mb scroll-ml " +
    "scroll-mr scroll-mt scroll-mx scroll-my scroll-p scroll-pb scroll-pl scroll-pr scroll-pt scroll-px scroll-py select self size " +
    "space-x space-y start to top touch tracking translate translate-x translate-y underline-offset via w whitespace will-change " +
    "wrap z",
);

/** What a name says alone or with a value: rounded, rounded-md. */
const bare = [
  ...named("rounded", " -s -e -t -r -b -l -ss -se -ee -es -tl -tr -br -bl"),
  ...named("", "backdrop-blur blur filter grow resize shadow shrink transform transition"),
];

/**
 * Which classes set the same thing: what tailwind-merge's own configuration says of the utilities that are in use, without their
 * scales. That one is two thirds of the package, and would be on every page.
 */
export const classGroups: Groups = {
  ...groups(valued, (name) => [{ [name]: [any] }]),
  ...groups(bare, (name) => [{ [name]: ["", any] }]),
  ...Object.fromEntries(edges.map((edge) => [`border-w${edge}`, [{ [`border${edge}`]: ["", width] }]])),
  ...Object.fromEntries(edges.map((edge) => [`border-color${edge}`, [{ [`border${edge}`]: [any] }]])),
  ...groups(["ring", "inset-ring"], (name) => [{ [name]: ["", width] }]),
  ...Object.fromEntries(["ring", "inset-ring"].map((name) => [`${name}-color`, [{ [name]: [any] }]])),
  "align-content": named("content-", "normal start end center between around evenly baseline stretch"),
  "bg-image": [{ bg: ["none", (value) => /^(\(image:|\[url)/.test(value)] }],
  "bg-color": [{ bg: [any] }],
  "border-collapse": named("border-", "collapse separate"),
  "border-style": named("border-", "solid dashed dotted double hidden none"),
  container: ["container"],
  display: [
    ...named(
      "",
      "block inline-block inline flex inline-flex table inline-table flow-root grid inline-grid contents hidden",
    ),
    ...named("table-", "caption cell column column-group footer-group header-group row-group row"),
    "list-item",
  ],
  "divide-x": [{ "divide-x": ["", width] }],
  "divide-y": [{ "divide-y": ["", width] }],
  "divide-color": [{ divide: [any] }],
  fill: [{ fill: [any] }],
  flex: [{ flex: [any] }],
  "flex-direction": named("flex-", "row row-reverse col col-reverse"),
  "flex-wrap": named("flex-", "wrap wrap-reverse nowrap"),
  "font-family": [{ font: [any] }],
  "font-style": ["italic", "not-italic"],
  "font-weight": named("font-", "thin extralight light normal medium semibold bold extrabold black"),
  "fvn-normal": ["normal-nums"],
  "fvn-ordinal": ["ordinal"],
  "fvn-figure": ["lining-nums", "oldstyle-nums"],
  "fvn-spacing": ["proportional-nums", "tabular-nums"],
  isolation: ["isolate", "isolation-auto"],
  "list-style-position": named("list-", "inside outside"),
  "list-style-type": [{ list: [any] }],
  "object-fit": named("object-", "contain cover fill none scale-down"),
  "object-position": [{ object: [any] }],
  "outline-style": named("outline-", "solid dashed dotted double none hidden"),
  "outline-w": [{ outline: ["", width] }],
  "outline-color": [{ outline: [any] }],
  position: named("", "static fixed absolute relative sticky"),
  sr: ["sr-only", "not-sr-only"],
  "stroke-w": [{ stroke: [width] }],
  stroke: [{ stroke: [any] }],
  "table-layout": ["table-auto", "table-fixed"],
  "font-size": [{ text: [fontSize] }],
  "text-alignment": named("text-", "left center right justify start end"),
  "text-color": [{ text: [any] }],
  "text-decoration": ["underline", "overline", "line-through", "no-underline"],
  "text-decoration-style": named("decoration-", "solid dashed dotted double wavy"),
  "text-decoration-thickness": [{ decoration: [width] }],
  "text-decoration-color": [{ decoration: [any] }],
  "text-overflow": ["truncate", "text-ellipsis", "text-clip"],
  "text-transform": ["uppercase", "lowercase", "capitalize", "normal-case"],
  "text-wrap": named("text-", "wrap nowrap balance pretty"),
  visibility: ["visible", "invisible", "collapse"],
};

const spacing = (name: string) => ({
  [name]: named(name, "x y s e t r b l"),
  [`${name}x`]: named(name, "s e r l"),
  [`${name}y`]: named(name, "t b"),
});

const borders = (name: string) => ({
  [name]: named(name, "-x -y -s -e -t -r -b -l"),
  [`${name}-x`]: named(name, "-s -e -r -l"),
  [`${name}-y`]: named(name, "-t -b"),
});

/** What a class sets besides its own thing: p-4 after px-2 leaves nothing of it. */
export const conflictingClassGroups: Record<string, string[]> = {
  ...Object.assign({}, ...["p", "m", "scroll-p", "scroll-m"].map(spacing)),
  ...Object.assign({}, ...["border-w", "border-color"].map(borders)),
  flex: ["basis", "grow", "shrink"],
  "font-size": ["leading"],
  "fvn-normal": ["fvn-ordinal", "fvn-figure", "fvn-spacing"],
  "fvn-ordinal": ["fvn-normal"],
  "fvn-figure": ["fvn-normal"],
  "fvn-spacing": ["fvn-normal"],
  gap: ["gap-x", "gap-y"],
  inset: ["inset-x", "inset-y", "start", "end", "top", "right", "bottom", "left"],
  "inset-x": ["start", "end", "right", "left"],
  "inset-y": ["top", "bottom"],
  "line-clamp": ["display", "overflow"],
  overflow: ["overflow-x", "overflow-y"],
  overscroll: ["overscroll-x", "overscroll-y"],
  rounded: named("rounded-", "s e t r b l ss se ee es tl tr br bl"),
  "rounded-s": ["rounded-ss", "rounded-es"],
  "rounded-e": ["rounded-se", "rounded-ee"],
  "rounded-t": ["rounded-tl", "rounded-tr"],
  "rounded-r": ["rounded-tr", "rounded-br"],
  "rounded-b": ["rounded-br", "rounded-bl"],
  "rounded-l": ["rounded-tl", "rounded-bl"],
  size: ["w", "h"],
  translate: ["translate-x", "translate-y"],
};
