import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { type IconComponent, Maximize, Minus, Plus } from "~/components/ui/icons";
import type { Point } from "~/domain/shared/point";
import { cn } from "~/lib/utils";
import { loadBase, type MapBase } from "./outlines";
import { centeredOn, inFrame, WHOLE } from "./pan-and-zoom";
import { scaleBar } from "./scale";
import { TileCredit, Tiles, useTileHost } from "./tiles";
import { useMapView } from "./use-map-view";

/** A `text-…` class: marks are drawn in the current color. */
export interface MapPin {
  id: string;
  point: Point;
  /** Accessible name and tooltip. */
  title: string;
  /** Text inside the mark: a stop's number, initials. */
  text?: string;
  /** Icon inside the mark instead of text. */
  icon?: IconComponent;
  className: string;
  shape?: "dot" | "person" | "square";
}

/** A place name under the marks: a ZIP code, a city. Earlier labels take precedence where it is crowded. */
export interface MapLabel {
  point: Point;
  text: string;
}

interface MapLine {
  id: string;
  points: readonly Point[];
  className: string;
  /** An alternative to the current route. */
  isDashed?: boolean;
}

interface MapProps {
  label: string;
  pins: readonly MapPin[];
  lines?: readonly MapLine[];
  labels?: readonly MapLabel[];
  /** Codes of the states whose counties are outlined. */
  states: readonly string[];
  /** How strongly a county is shaded, 0 to 1, by its FIPS code. */
  shades?: ReadonlyMap<string, number>;
  selected?: string | null;
  onSelect?: (id: string) => void;
  onSelectCounty?: (fips: string) => void;
  className?: string;
  children?: ReactNode;
}

type Frame = { width: number; height: number };

const noLabels: readonly MapLabel[] = [];

/** Outlines and points, over street tiles if the installation has a tile server; can be moved by pointer, touch and keys. */
export function VectorMap({
  label,
  pins,
  lines = [],
  labels = noLabels,
  states,
  shades,
  selected,
  onSelect,
  onSelectCounty,
  className,
  children,
}: MapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const base = useBase(states);
  const host = useTileHost();
  const { view, setView, wasDragged, zoomIn, zoomOut, showAll, handlers } = useMapView(frame, size);
  const shown = useMemo(
    () => [...pins.map(({ point }) => point), ...lines.flatMap(({ points }) => points)],
    [pins, lines],
  );
  const drawn = useMemo(
    () => (base && base !== "failed" && size.width > 0 ? draw(base, size, { shown, shades }) : null),
    [base, size, shown, shades],
  );
  const chosen = pins.find(({ id }) => id === selected);
  const shifts = useMemo(() => shiftsOf(pins), [pins]);
  const projected = (point: Point) => (drawn ? drawn.project(point) : null);
  const place = (point: Point) => {
    const at = projected(point);
    return at && inFrame(view, at);
  };

  // Pans the map to the mark selected in the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the selection changes
  useEffect(() => {
    const at = chosen && projected(chosen.point);
    if (!at) return;
    const [x, y] = inFrame(view, at);
    const isInSight = x > 24 && y > 24 && x < size.width - 24 && y < size.height - 24;
    if (!isInSight) setView((before) => centeredOn(before, at, size));
  }, [selected, drawn]);

  return (
    <div className={cn("relative isolate overflow-hidden rounded-md border border-border bg-cool-soft/40", className)}>
      <div
        ref={frame}
        role="application"
        aria-label={`${label}. Arrow keys move the map, plus and minus zoom, 0 shows everything.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys pan and zoom the map
        tabIndex={0}
        className="absolute inset-0 cursor-grab touch-none outline-offset-[-3px] active:cursor-grabbing"
        {...handlers}
      >
        {drawn && (
          <svg width={size.width} height={size.height} aria-hidden="true" className="select-none">
            <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
              <path d={drawn.land} className="fill-card" />
              {host && drawn.ground && <Tiles host={host} ground={drawn.ground} view={view} {...size} />}
              {drawn.counties.map(({ fips, name, path, shade }) => (
                // biome-ignore lint/a11y/noStaticElementInteractions: the list next to the map does the same
                <path
                  key={fips}
                  d={path}
                  className={shade > 0 ? "fill-cool" : "fill-transparent"}
                  fillOpacity={shade > 0 ? 0.12 + shade * 0.36 : undefined}
                  onClick={() => !wasDragged.current && onSelectCounty?.(fips)}
                >
                  <title>{name}</title>
                </path>
              ))}
              {drawn.countyLines.map((path) => (
                <path
                  key={path.slice(0, 80)}
                  d={path}
                  className="fill-none stroke-border"
                  vectorEffect="non-scaling-stroke"
                />
              ))}
              <path
                d={drawn.states}
                className="fill-none stroke-subtle-foreground"
                strokeWidth={1.25}
                vectorEffect="non-scaling-stroke"
              />
            </g>
            {shownLabels(
              [...drawn.names, ...labels.flatMap(({ text, point }) => ({ text, at: projected(point) }))].flatMap(
                ({ text, at }) => (at ? { text, at: inFrame(view, at) } : []),
              ),
              size,
              pins.flatMap(({ point }) => {
                const at = place(point);
                return at ? [at] : [];
              }),
            ).map(({ text, at: [x, y] }) => (
              <text
                key={`${text} ${x}`}
                x={x}
                y={y}
                textAnchor="middle"
                dominantBaseline="central"
                strokeWidth={3}
                className="fill-muted-foreground stroke-card text-[11px] tabular [paint-order:stroke]"
              >
                {text}
              </text>
            ))}
            {lines.map(({ id, points, className: color, isDashed }) => (
              <polyline
                key={id}
                points={points.flatMap((point) => place(point)?.join(",") ?? []).join(" ")}
                className={cn("fill-none stroke-current", color)}
                strokeWidth={2.5}
                strokeLinejoin="round"
                strokeDasharray={isDashed ? "6 5" : undefined}
              />
            ))}
            {[...pins.filter(({ id }) => id !== selected), ...(chosen ? [chosen] : [])].map((pin) => {
              const at = place(pin.point);
              const shift = (shifts.get(pin.id) ?? 0) * SHIFT_PX;
              return (
                at && (
                  <Pin
                    key={pin.id}
                    pin={pin}
                    at={[at[0] + shift, at[1] - shift / 2]}
                    isSelected={pin.id === selected}
                    onClick={() => !wasDragged.current && onSelect?.(pin.id)}
                  />
                )
              );
            })}
          </svg>
        )}
      </div>
      {!drawn && (
        <p className="pointer-events-none absolute inset-0 flex items-center justify-center p-4 text-center text-muted-foreground">
          {base === "failed"
            ? "The map could not be loaded. Everything on it is in the list as well; reload the page to try again."
            : "Loading the map…"}
        </p>
      )}
      <div className="absolute top-2 right-2 flex flex-col gap-1">
        <Button variant="outline" size="icon" aria-label="Zoom in" onClick={zoomIn}>
          <Plus />
        </Button>
        <Button variant="outline" size="icon" aria-label="Zoom out" onClick={zoomOut}>
          <Minus />
        </Button>
        {view !== WHOLE && (
          <Button variant="outline" size="icon" aria-label="Show everything" onClick={showAll}>
            <Maximize />
          </Button>
        )}
      </div>
      {drawn && <Scale pixelsPerMile={drawn.pixelsPerMile * view.scale} />}
      {drawn?.ground && host && <TileCredit host={host} />}
      {children}
    </div>
  );
}

function Scale({ pixelsPerMile }: { pixelsPerMile: number }) {
  const { text, pixels } = scaleBar(pixelsPerMile);
  return (
    <div
      aria-hidden="true"
      style={{ width: pixels }}
      className="pointer-events-none absolute top-3 left-3 border-muted-foreground border-x border-b pb-0.5 text-center text-muted-foreground text-xs tabular leading-none"
    >
      {text}
    </div>
  );
}

interface PinProps {
  pin: MapPin;
  at: readonly [number, number];
  isSelected: boolean;
  onClick: () => void;
}

function Pin({
  pin: { title, text, icon: Icon, className, shape = "dot" },
  at: [x, y],
  isSelected,
  onClick,
}: PinProps) {
  const size = (text || Icon ? 11 : 7) + (isSelected ? 3 : 0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the list next to the map does the same
    <g transform={`translate(${x} ${y})`} className={cn("cursor-pointer", className)} onClick={onClick}>
      <title>{title}</title>
      {isSelected && <circle r={size + 5} className="fill-none stroke-ring" strokeWidth={3} />}
      {shape === "dot" && <circle r={size} className="fill-current stroke-card" strokeWidth={2} />}
      {shape === "square" && (
        <rect
          x={-size}
          y={-size}
          width={size * 2}
          height={size * 2}
          rx={3}
          className="fill-current stroke-card"
          strokeWidth={2}
        />
      )}
      {shape === "person" && (
        <path
          d={`M0 ${-size - 5} L${size + 5} 0 L0 ${size + 5} L${-size - 5} 0 Z`}
          className="fill-current stroke-card"
          strokeWidth={2}
        />
      )}
      {Icon && <Icon x={-7} y={-7} width={14} height={14} className="size-3.5 text-card" />}
      {text && (
        <text textAnchor="middle" dominantBaseline="central" className="fill-card font-semibold text-[11px]">
          {text}
        </text>
      )}
      {/* Large enough for a finger; with a pointer, marks close together can still be clicked. */}
      <circle r={size + 3} className="fill-transparent touch:[r:20px]" />
    </g>
  );
}

function useSize(frame: React.RefObject<HTMLElement>): Frame {
  const [size, setSize] = useState<Frame>({ width: 0, height: 0 });
  // Follows the frame's size, which follows the window.
  useEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame]);
  return size;
}

function useBase(states: readonly string[]): MapBase | "failed" | null {
  const [base, setBase] = useState<MapBase | "failed" | null>(null);
  const codes = states.join();
  // Loaded after the screen is shown, because the list does not need it.
  useEffect(() => {
    let isCurrent = true;
    loadBase(codes ? codes.split(",") : [])
      .then((loaded) => isCurrent && setBase(loaded))
      .catch(() => isCurrent && setBase("failed"));
    return () => {
      isCurrent = false;
    };
  }, [codes]);
  return base;
}

const SHIFT_PX = 16;

/** How many earlier marks are at exactly the same point, so that they can be shifted apart. */
function shiftsOf(pins: readonly MapPin[]): ReadonlyMap<string, number> {
  const taken = new Map<string, number>();
  return new Map(
    pins.map(({ id, point: { latitude, longitude } }) => {
      const key = `${latitude.toFixed(4)} ${longitude.toFixed(4)}`;
      const before = taken.get(key) ?? 0;
      taken.set(key, before + 1);
      return [id, before];
    }),
  );
}

/** Alternative label positions, in vertical pixels from the original. */
const LABEL_SHIFTS = [0, 22, -22, 40, -40];

interface Named {
  text: string;
  at: readonly [number, number];
}

/** Visible labels that do not overlap an earlier one; placed next to a mark at the same point. */
function shownLabels(
  labels: readonly Named[],
  { width, height }: Frame,
  marks: readonly (readonly [number, number])[],
): Named[] {
  const shown: (Named & { half: number })[] = [];
  for (const { text, at: wanted } of labels) {
    const half = text.length * 3.4 + 6;
    const at = LABEL_SHIFTS.map((shift): [number, number] => [wanted[0], wanted[1] + shift]).find(([x, y]) =>
      marks.every(([markX, markY]) => Math.abs(markX - x) > half + 8 || Math.abs(markY - y) > 20),
    );
    if (!at) continue;
    const [x, y] = at;
    if (x < half || y < 12 || x > width - half || y > height - 12) continue;
    if (shown.some((one) => Math.abs(one.at[0] - x) < one.half + half && Math.abs(one.at[1] - y) < 18)) continue;
    shown.push({ text, at, half });
  }
  return shown;
}

const MARGIN_PX = 44;
const EARTH_MILES = 3958.8;
/** About three kilometers in each direction, so that a single point is not drawn at doorstep scale. */
const MIN_DEGREES = 0.03;

function draw(
  base: MapBase,
  { width, height }: Frame,
  { shown, shades }: { shown: readonly Point[]; shades?: ReadonlyMap<string, number> },
) {
  const { geo } = base;
  const margin = Math.min(MARGIN_PX, width / 8, height / 8);
  const extent: [[number, number], [number, number]] = [
    [margin, margin],
    [width - margin, height - margin],
  ];
  const shadedCounties = base.counties.filter(({ id }) => (shades?.get(String(id)) ?? 0) > 0);
  const around = extentOf(shown);
  const target = around
    ? { type: "MultiPoint" as const, coordinates: around }
    : {
        type: "FeatureCollection" as const,
        features:
          shadedCounties.length > 0
            ? shadedCounties
            : base.counties.length > 0
              ? [...base.counties]
              : base.land.features,
      };
  // Points on the far side of the world are clipped before they would be drawn as long lines.
  const isWide = !around && base.counties.length === 0;
  const projection = (isWide ? geo.geoAlbersUsa() : geo.geoMercator()).fitExtent(extent, target);
  const path = geo.geoPath(projection).digits(1);
  const middle = projection.invert?.([width / 2, height / 2]) ?? [0, 40];
  return {
    /** At the center of the frame, because the projection's scale grows toward the north. */
    pixelsPerMile: projection.scale() / (EARTH_MILES * (isWide ? 1 : Math.cos((middle[1] * Math.PI) / 180))),
    /** County names, if the map is not about one town. */
    names: around
      ? []
      : base.counties.flatMap((county) => {
          const at = projection(geo.geoCentroid(county));
          return at ? { text: String(county.properties?.name ?? ""), at } : [];
        }),
    project: ({ latitude, longitude }: Point) => projection([longitude, latitude]),
    /** Placement of tiles; null in the projection of the whole country, which is not Mercator. */
    ground: isWide ? null : { scale: projection.scale(), translate: projection.translate() },
    land: path(base.land) ?? "",
    states: path(base.states) ?? "",
    countyLines: base.countyLines.map((one) => path(one) ?? ""),
    counties: base.counties.map((county) => ({
      fips: String(county.id),
      name: String(county.properties?.name ?? ""),
      path: path(county) ?? "",
      shade: shades?.get(String(county.id)) ?? 0,
    })),
  };
}

/** Two opposite corners around the points; null if there are none. */
function extentOf(points: readonly Point[]): [number, number][] | null {
  if (points.length === 0) return null;
  const [lats, lngs] = [points.map((one) => one.latitude), points.map((one) => one.longitude)];
  const [south, north, west, east] = [Math.min(...lats), Math.max(...lats), Math.min(...lngs), Math.max(...lngs)];
  const [tall, wide] = [Math.max(0, MIN_DEGREES - (north - south) / 2), Math.max(0, MIN_DEGREES - (east - west) / 2)];
  return [
    [west - wide, south - tall],
    [east + wide, north + tall],
  ];
}
