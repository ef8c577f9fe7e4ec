import { z } from "zod";
import type { DriveTimes, MapPoint } from "~/domain/providers";
import { type HttpClient, httpClient, nullOnFailure } from "./http-client";

/** Each pair may add two points, and OSRM's table accepts a hundred. */
const MAX_PAIRS = 50;

const Table = z.object({ code: z.literal("Ok"), durations: z.array(z.array(z.number().nonnegative().nullable())) });

/** OSRM's table service (GET /table/v1/driving/…). Null without its URL; the estimate is used instead. */
export function osrmDriveTimes(address: string | undefined): DriveTimes | null {
  if (!address) return null;
  const client = httpClient({
    service: "drive times",
    baseUrl: address,
    timeoutMs: 3000,
    maxAttempts: 2,
    backoffMs: 100,
  });
  return {
    measure: async (pairs) => {
      const parts = Array.from({ length: Math.ceil(pairs.length / MAX_PAIRS) }, (_, index) =>
        pairs.slice(index * MAX_PAIRS, (index + 1) * MAX_PAIRS),
      );
      return (await Promise.all(parts.map((part) => table(client, part)))).flat();
    },
  };
}

type Pair = { from: MapPoint; to: MapPoint };

async function table(client: HttpClient, pairs: readonly Pair[]): Promise<(number | null)[]> {
  const [origins, targets] = [distinct(pairs.map(({ from }) => from)), distinct(pairs.map(({ to }) => to))];
  const query = {
    annotations: "duration",
    sources: origins.map((_, index) => index).join(";"),
    destinations: targets.map((_, index) => origins.length + index).join(";"),
  };
  const path = `/table/v1/driving/${[...origins, ...targets].join(";")}`;
  const answer = await nullOnFailure(client.request(Table, { path, query }));
  return pairs.map(({ from, to }) => {
    const seconds = answer?.durations[origins.indexOf(written(from))]?.[targets.indexOf(written(to))] ?? null;
    return seconds === null ? null : Math.ceil(seconds / 60);
  });
}

// OSRM expects longitude before latitude.
function written({ latitude, longitude }: MapPoint): string {
  return `${longitude.toFixed(5)},${latitude.toFixed(5)}`;
}

function distinct(points: readonly MapPoint[]): string[] {
  return [...new Set(points.map(written))];
}
