// node scripts/outlines.mjs: generates the map's base, states and the counties of each state, as small files in public/outlines,
// and the county of each ZIP code for the database. Run it again when us-atlas changes.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import { geoContains, geoDistance } from "d3-geo";
import { feature, quantize } from "topojson-client";
import { filter, filterAttachedWeight, presimplify, quantile, simplify } from "topojson-simplify";
import { loadTypeScript } from "./load-typescript.mjs";

const atlas = (name) => JSON.parse(readFileSync(createRequire(import.meta.url).resolve(`us-atlas/${name}`), "utf8"));
const out = new URL("../public/outlines/", import.meta.url);
mkdirSync(new URL("counties/", out), { recursive: true });

/** Simplifies a topology, keeping the most significant points; `share` of them are removed. */
function small(topology, share) {
  const weighed = presimplify(topology);
  const simplified = simplify(weighed, quantile(weighed, share));
  return quantize(filter(simplified, filterAttachedWeight(simplified, quantile(weighed, share))), 1e4);
}

function write(name, topology) {
  const text = JSON.stringify(topology);
  writeFileSync(new URL(name, out), text);
  return gzipSync(text, { level: 9 }).length;
}

const named = ({ type, id, arcs, properties: { name } }) => ({ type, id, arcs, properties: { name } });

const states = atlas("states-10m.json");
delete states.objects.nation;
states.objects.states.geometries = states.objects.states.geometries.map(named);
console.log(`states.json ${write("states.json", small(states, 0.5))} bytes gzip`);

const counties = atlas("counties-10m.json");
const byState = new Map();
for (const geometry of counties.objects.counties.geometries) {
  const fips = String(geometry.id).slice(0, 2);
  byState.set(fips, [...(byState.get(fips) ?? []), geometry]);
}
let largest = 0;
for (const [fips, geometries] of byState) {
  const objects = { counties: { type: "GeometryCollection", geometries: geometries.map(named) } };
  largest = Math.max(largest, write(`counties/${fips}.json`, small(used({ ...counties, objects }), 0.5)));
}
console.log(`${byState.size} files of counties, the largest ${largest} bytes gzip`);

/** Removes unused arcs and renumbers the others. */
function used(topology) {
  const numbers = new Map();
  const renumber = (arcs) =>
    arcs.map((arc) => {
      if (Array.isArray(arc)) return renumber(arc);
      const at = arc < 0 ? ~arc : arc;
      if (!numbers.has(at)) numbers.set(at, numbers.size);
      return arc < 0 ? ~numbers.get(at) : numbers.get(at);
    });
  for (const geometry of topology.objects.counties.geometries) geometry.arcs = renumber(geometry.arcs ?? []);
  topology.arcs = [...numbers.keys()].map((at) => topology.arcs[at]);
  return topology;
}

// The county containing the center of each ZIP code; for a center in the water, the nearest county.
const { readPlaces } = await loadTypeScript("drizzle/seed/places.ts");
const { US_STATES } = await loadTypeScript("app/domain/addresses/address.ts");
const codeOf = new Map(Object.entries(US_STATES).map(([code, name]) => [name, code]));
const fipsOf = new Map(
  states.objects.states.geometries.map(({ id, properties }) => [codeOf.get(properties.name), String(id)]),
);
const shapes = new Map(
  [...byState].map(([fips, geometries]) => [
    fips,
    geometries.map((geometry) => ({ ...feature(counties, geometry), box: boxOf(feature(counties, geometry)) })),
  ]),
);

function boxOf({ geometry }) {
  const points = geometry.coordinates.flat(geometry.type === "MultiPolygon" ? 2 : 1);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { x: [Math.min(...xs), Math.max(...xs)], y: [Math.min(...ys), Math.max(...ys)], points };
}

const lines = [];
for (const { postal_code, state, latitude, longitude } of readPlaces()) {
  const fips = fipsOf.get(state);
  const within = shapes.get(fips) ?? [];
  const at = [longitude, latitude];
  const found =
    within.find(({ box, ...shape }) => inside(box, at) && geoContains(shape, at)) ??
    within.toSorted((a, b) => nearest(a.box, at) - nearest(b.box, at))[0];
  if (found) lines.push(`${postal_code}\t${found.id}\t${found.properties.name}`);
}

function inside({ x, y }, [longitude, latitude]) {
  return longitude >= x[0] && longitude <= x[1] && latitude >= y[0] && latitude <= y[1];
}

function nearest({ points }, at) {
  let least = Number.POSITIVE_INFINITY;
  for (const point of points) least = Math.min(least, geoDistance(point, at));
  return least;
}

const file = new URL("../drizzle/seed/places/us-zip-counties.tsv.gz", import.meta.url);
writeFileSync(file, gzipSync(`${lines.join("\n")}\n`, { level: 9 }));
console.log(`${lines.length} ZIP codes with their counties`);
