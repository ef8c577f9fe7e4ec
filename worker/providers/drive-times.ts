import { z } from "zod";
import type { DriveTimes, MapPoint } from "~/domain/providers";
import { askJson } from "./http-answer";

/** Pairs asked for at once: each may bring two points, and OSRM's table takes a hundred. */
const pairsAtOnce = 50;

const Table = z.object({ code: z.literal("Ok"), durations: z.array(z.array(z.number().nonnegative().nullable())) });

/** OSRM's table service (GET /table/v1/driving/…). Without its address there is no provider, and the estimate stands. */
export function osrmDriveTimes(address: string | undefined): DriveTimes | null {
  if (!address) return null;
  return {
    measure: async (pairs) => {
      const parts = Array.from({ length: Math.ceil(pairs.length / pairsAtOnce) }, (_, index) =>
        pairs.slice(index * pairsAtOnce, (index + 1) * pairsAtOnce),
      );
      return (await Promise.all(parts.map((part) => table(address, part)))).flat();
    },
  };
}

type Pair = { from: MapPoint; to: MapPoint };

async function table(address: string, pairs: readonly Pair[]): Promise<(number | null)[]> {
  const [origins, targets] = [distinct(pairs.map(({ from }) => from)), distinct(pairs.map(({ to }) => to))];
  const url = new URL(`${address.replace(/\/$/, "")}/table/v1/driving/${[...origins, ...targets].join(";")}`);
  url.searchParams.set("annotations", "duration");
  url.searchParams.set("sources", origins.map((_, index) => index).join(";"));
  url.searchParams.set("destinations", targets.map((_, index) => origins.length + index).join(";"));
  const answer = await askJson(url, Table);
  return pairs.map(({ from, to }) => {
    const seconds = answer?.durations[origins.indexOf(written(from))]?.[targets.indexOf(written(to))] ?? null;
    return seconds === null ? null : Math.ceil(seconds / 60);
  });
}

// OSRM takes longitude before latitude.
function written({ latitude, longitude }: MapPoint): string {
  return `${longitude.toFixed(5)},${latitude.toFixed(5)}`;
}

function distinct(points: readonly MapPoint[]): string[] {
  return [...new Set(points.map(written))];
}
