import { useEffect, useState } from "react";
import { useShell } from "~/components/app-shell/use-shell";
import { tilesIn, tileUrl } from "~/domain/maps/tiles";
import type { MapView } from "./view";

/** After so long without a single tile the host counts as slow. */
const SLOW_MS = 6000;

/** `waiting`: no tile came yet. `slow`: none for SLOW_MS. `failed`: one was refused and none came. A tile that comes ends all three. */
type HostState = "waiting" | "slow" | "failed" | "shown";

/** The installation's tile server and how it does; null where maps are outlines alone. */
export function useTileHost() {
  const tiles = useShell()?.mapTiles ?? null;
  const [state, setState] = useState<HostState>("waiting");
  // Nothing tells that a host does not answer but the time.
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

/** The streets under what is drawn; where a tile does not come, the outlines stay. */
export function Tiles({ host: { tiles, onLoad, onError }, ground, view, width, height }: TilesProps) {
  return (
    <g className="dark:brightness-75">
      {tilesIn(ground, { view, width, height }).map(({ left, top, size, ...tile }) => (
        <image
          key={`${tile.z} ${tile.x} ${tile.y}`}
          href={tileUrl(tiles.url, tile)}
          x={left}
          y={top}
          // A hair larger: no gaps between tiles at fractions of a pixel.
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

/** Whom the streets are of, or why there are none. */
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
