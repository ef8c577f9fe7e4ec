import type { Feature, FeatureCollection, MultiLineString } from "geojson";
import type { GeometryCollection, Topology } from "topojson-specification";
import { STATE_FIPS } from "~/domain/shared/fips";

/** The library and what it reads, asked for once and by map screens alone. */
const library = () => Promise.all([import("d3-geo"), import("topojson-client")]);

type Named = { name: string };
type Outlines<Name extends string> = Topology<Record<Name, GeometryCollection<Named>>>;

const files = new Map<string, Promise<unknown>>();

function outline<Name extends string>(path: string): Promise<Outlines<Name>> {
  const known = files.get(path);
  const asked =
    known ??
    fetch(`/outlines/${path}.json`).then((response) => {
      if (!response.ok) throw new Error(`outlines ${response.status}`);
      return response.json();
    });
  if (!known) {
    files.set(path, asked);
    // The next map asks again.
    asked.catch(() => files.delete(path));
  }
  // Guarantee: made by scripts/outlines.mjs.
  return asked as Promise<Outlines<Name>>;
}

export interface MapBase {
  geo: Awaited<ReturnType<typeof library>>[0];
  states: MultiLineString;
  land: FeatureCollection;
  counties: readonly Feature[];
  countyLines: readonly MultiLineString[];
}

/** Outlines of all states and of the counties of those; what cannot be fetched is left out, and the points are drawn all the same. */
export async function loadBase(stateCodes: readonly string[]): Promise<MapBase> {
  const [geo, topojson] = await library();
  const fips = stateCodes.flatMap((code) => STATE_FIPS[code] ?? []);
  const [states, ...counties] = await Promise.all([
    outline<"states">("states").catch(() => null),
    ...fips.map((code) => outline<"counties">(`counties/${code}`).catch(() => null)),
  ]);
  const there = counties.filter((one) => one !== null);
  return {
    geo,
    states: states ? topojson.mesh(states, states.objects.states) : { type: "MultiLineString", coordinates: [] },
    land: states ? topojson.feature(states, states.objects.states) : { type: "FeatureCollection", features: [] },
    counties: there.flatMap((one) => topojson.feature(one, one.objects.counties).features),
    countyLines: there.map((one) => topojson.mesh(one, one.objects.counties, (a, b) => a !== b)),
  };
}
