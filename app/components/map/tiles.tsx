import { useEffect, useState } from "react";
import { useShell } from "~/components/app-shell/use-shell";
import { tilesIn, tileUrl } from "~/domain/maps/tiles";
import type { MapView } from "./pan-and-zoom";

/** The host counts as slow if no tile arrives within this time. */
const SLOW_MS = 6000;

/**
 * `waiting`: no tile has arrived yet. `slow`: none within SLOW_MS. `failed`: one failed and none has arrived. A tile
 * that arrives ends all three.
 */
type HostState = "waiting" | "slow" | "failed" | "shown";

/** The installation's tile server and its state; null if maps show only outlines. */
export function useTileHost() {
  const tiles = useShell()?.mapTiles ?? null;
  const [state, setState] = useState<HostState>("waiting");
  // A host that does not respond can only be detected by a timeout.
  useEffect(() => {
    if (!tiles) return;
    const timer = setTimeout(() => setState((now) => (now === "waiting" ? "slow" : now)), SLOW_MS);
    return () => clearTimeout(timer);
  }, [tiles]);
  return (
    tiles && {
      ...{ tiles, state },
      onLoad: () => setState("shown"),
      onError: () => setState((now) => (now === "shown" ? now : "failed")),
    }
  );
}

type TileHost = NonNullable<ReturnType<typeof useTileHost>>;

type TilesProps = {
  host: TileHost;
  ground: { scale: number; translate: readonly [number, number] };
  view: MapView;
  width: number;
  height: number;
};

/** Street tiles below the drawing; where a tile is missing, the outlines remain. */
export function Tiles({ host: { tiles, onLoad, onError }, ground, view, width, height }: TilesProps) {
  return (
    <g className="dark:brightness-75">
      {tilesIn(ground, { view, width, height }).map(({ left, top, size, ...tile }) => (
        <image
          key={`${tile.z} ${tile.x} ${tile.y}`}
          href={tileUrl(tiles.url, tile)}
          x={left}
          y={top}
          // Slightly larger, to avoid gaps between tiles at fractional pixels.
          width={size * 1.002}
          height={size * 1.002}
          preserveAspectRatio="none"
          onLoad={onLoad}
          onError={onError}
        />
      ))}
    </g>
  );
}

/** Attribution of the street tiles, or why there are none. */
export function TileCredit({ host: { tiles, state } }: { host: TileHost }) {
  const isMissing = state === "slow" || state === "failed";
  return (
    <p
      role={isMissing ? "status" : undefined}
      className="pointer-events-none absolute right-0 bottom-0 max-w-full truncate bg-card/85 px-1.5 py-0.5 text-muted-foreground text-xs"
    >
      {isMissing ? "Streets could not be loaded. Outlines are shown." : tiles.credit}
    </p>
  );
}
