import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { Maximize, Minus, Plus } from "~/components/ui/icons";
import type { Point } from "~/domain/shared/point";
import { cn } from "~/lib/utils";
import { loadBase, type MapBase } from "./outlines";
import { useMapView } from "./use-map-view";
import { centeredOn, inFrame, WHOLE } from "./view";

/** Class names of `text-…`: marks are drawn in the current color. */
export interface MapPin {
  id: string;
  point: Point;
  /** Read out and shown by the pointer. */
  title: string;
  /** Inside the mark: a number of a stop. */
  text?: string;
  className: string;
  shape?: "dot" | "person" | "square";
}

export interface MapLine {
  id: string;
  points: readonly Point[];
  className: string;
  /** Another way than the one that holds. */
  isDashed?: boolean;
}

export interface MapProps {
  label: string;
  pins: readonly MapPin[];
  lines?: readonly MapLine[];
  /** Codes of the states whose counties are drawn. */
  states: readonly string[];
  /** How strongly a county is filled, 0 to 1, by its FIPS number. */
  shades?: ReadonlyMap<string, number>;
  selected?: string | null;
  onSelect?: (id: string) => void;
  onSelectCounty?: (fips: string) => void;
  className?: string;
  children?: ReactNode;
}

type Frame = { width: number; height: number };

/** A map without any server: outlines and points, moved by pointer, fingers and keys. */
export function VectorMap({
  label,
  pins,
  lines = [],
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
  const { view, setView, wasDragged, zoomIn, zoomOut, showAll, handlers } = useMapView(frame, size);
  const shown = useMemo(
    () => [...pins.map(({ point }) => point), ...lines.flatMap(({ points }) => points)],
    [pins, lines],
  );
  const drawn = useMemo(
    () => base && size.width > 0 && draw(base, size, { shown, shades }),
    [base, size, shown, shades],
  );
  const chosen = pins.find(({ id }) => id === selected);
  const projected = (point: Point) => (drawn ? drawn.project(point) : null);
  const place = (point: Point) => {
    const at = projected(point);
    return at && inFrame(view, at);
  };

  // What is chosen in the list comes into sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the choice changes
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys move and enlarge it
        tabIndex={0}
        className="absolute inset-0 cursor-grab touch-none outline-offset-[-3px] active:cursor-grabbing"
        {...handlers}
      >
        {drawn && (
          <svg width={size.width} height={size.height} aria-hidden="true" className="select-none">
            <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
              <path d={drawn.land} className="fill-card" />
              {drawn.counties.map(({ fips, name, path, shade }) => (
                // biome-ignore lint/a11y/noStaticElementInteractions: the list beside the map does the same
                <path
                  key={fips}
                  d={path}
                  className={shade > 0 ? "fill-cool" : "fill-transparent"}
                  fillOpacity={shade > 0 ? 0.12 + shade * 0.48 : undefined}
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
              return (
                at && (
                  <Pin
                    key={pin.id}
                    pin={pin}
                    at={at}
                    isSelected={pin.id === selected}
                    onClick={() => !wasDragged.current && onSelect?.(pin.id)}
                  />
                )
              );
            })}
          </svg>
        )}
      </div>
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
      {children}
    </div>
  );
}

interface PinProps {
  pin: MapPin;
  at: readonly [number, number];
  isSelected: boolean;
  onClick: () => void;
}

function Pin({ pin: { title, text, className, shape = "dot" }, at: [x, y], isSelected, onClick }: PinProps) {
  const size = (text ? 11 : 7) + (isSelected ? 3 : 0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the list beside the map does the same
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
          d={`M0 ${-size - 3} L${size + 3} 0 L0 ${size + 3} L${-size - 3} 0 Z`}
          className="fill-current stroke-card"
          strokeWidth={2}
        />
      )}
      {text && (
        <text textAnchor="middle" dominantBaseline="central" className="fill-card font-semibold text-[11px]">
          {text}
        </text>
      )}
      {/* Large enough for a finger. */}
      <circle r={Math.max(size, 20)} className="fill-transparent" />
    </g>
  );
}

function useSize(frame: React.RefObject<HTMLElement>): Frame {
  const [size, setSize] = useState<Frame>({ width: 0, height: 0 });
  // Follows the frame, which follows the window.
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

function useBase(states: readonly string[]): MapBase | null {
  const [base, setBase] = useState<MapBase | null>(null);
  const codes = states.join();
  // Asked for once the screen stands: nothing of it is needed to read the list.
  useEffect(() => {
    let isCurrent = true;
    loadBase(codes ? codes.split(",") : [])
      .then((loaded) => isCurrent && setBase(loaded))
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [codes]);
  return base;
}

const MARGIN_PX = 44;
/** About three kilometers to each side: a single point is not drawn at the scale of a doorstep. */
const LEAST_DEGREES = 0.03;

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
  // Points at the other side of the world are cut off before they are drawn as long lines.
  const isWide = !around && base.counties.length === 0;
  const projection = (isWide ? geo.geoAlbersUsa() : geo.geoMercator()).fitExtent(extent, target);
  const path = geo.geoPath(projection).digits(1);
  return {
    project: ({ latitude, longitude }: Point) => projection([longitude, latitude]),
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

/** Two corners around the points; null without any. */
function extentOf(points: readonly Point[]): [number, number][] | null {
  if (points.length === 0) return null;
  const [lats, lngs] = [points.map((one) => one.latitude), points.map((one) => one.longitude)];
  const [south, north, west, east] = [Math.min(...lats), Math.max(...lats), Math.min(...lngs), Math.max(...lngs)];
  const [tall, wide] = [
    Math.max(0, LEAST_DEGREES - (north - south) / 2),
    Math.max(0, LEAST_DEGREES - (east - west) / 2),
  ];
  return [
    [west - wide, south - tall],
    [east + wide, north + tall],
  ];
}
