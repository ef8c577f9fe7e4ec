import fc from "fast-check";
import { expect, test } from "vitest";
import { centeredOn, inFrame, moved, WHOLE, zoomed } from "~/components/map/pan-and-zoom";
import { scaleBar } from "~/components/map/scale";
import { coverageText, shadesOf } from "~/domain/maps/coverage";
import { statesOf } from "~/domain/maps/fips";
import { changeOfDriving, changeText, routeOf } from "~/domain/maps/route";
import { pointFrom } from "~/domain/shared/point";
import { type PlannedWorkOrder, planOf, type SchedulableTechnician } from "~/domain/technicians/calendar";

test.each([
  [
    { latitude: 43.04, longitude: -87.9 },
    { latitude: 43.04, longitude: -87.9 },
  ],
  [{ latitude: 0, longitude: 0 }, null],
  [{ latitude: 0.0000001, longitude: -0.0000001 }, null],
  [{ latitude: null, longitude: -87.9 }, null],
  [{ latitude: 91, longitude: 0 }, null],
  [{ latitude: Number.NaN, longitude: 3 }, null],
  [
    { latitude: 0, longitude: -90 },
    { latitude: 0, longitude: -90 },
  ],
])("%o is the point %o", (columns, point) => {
  expect(pointFrom(columns)).toEqual(point);
});

test.each([
  [null, "fewer than 5 properties"],
  [1, "1 property"],
  [5, "5 properties"],
  [12_345, "12,345 properties"],
])("%s sites read %s", (sites, text) => {
  expect(coverageText(sites)).toBe(text);
});

test("the area with the most sites is darkest, and one with few is still visible", () => {
  const shades = shadesOf([
    { code: "55079", name: "Milwaukee", sites: 400 },
    { code: "55133", name: "Waukesha", sites: null },
  ]);
  expect(shades.get("55079")).toBe(1);
  expect(shades.get("55133")).toBeGreaterThan(0);
});

test.each([
  [-12, "12 min less driving"],
  [7, "7 min more driving"],
  [0, "no change in driving"],
  [null, "drive unknown"],
])("a change of %s minutes reads %s", (minutes, text) => {
  expect(changeText(minutes)).toBe(text);
});

test("a change in driving time is known only if both parts are", () => {
  expect([changeOfDriving(10, 25), changeOfDriving(null, 5), changeOfDriving(5, null)]).toEqual([-15, null, null]);
});

test("the most frequent states come first, and invalid ones are omitted", () => {
  expect(statesOf(["WI", "IL", "WI", null, "ZZ"])).toEqual(["WI", "IL"]);
});

test("zooming keeps its focal point in place", () => {
  const at = { x: 120, y: 80 };
  fc.assert(
    fc.property(fc.double({ min: 0.3, max: 5, noNaN: true }), fc.integer({ min: -400, max: 400 }), (factor, x) => {
      const view = moved(WHOLE, x, 10);
      const drawn: [number, number] = [(at.x - view.x) / view.scale, (at.y - view.y) / view.scale];
      const [px, py] = inFrame(zoomed(view, factor, at), drawn);
      expect(px).toBeCloseTo(at.x, 6);
      expect(py).toBeCloseTo(at.y, 6);
    }),
  );
});

test.each([
  [100, "1 mi", 100],
  [12, "5 mi", 60],
  [0.5, "200 mi", 100],
  [900, "0.1 mi", 90],
])("the scale bar for %s pixels per mile is %s", (pixelsPerMile, text, pixels) => {
  expect(scaleBar(pixelsPerMile)).toEqual({ text, pixels });
});

test("a selected point is centered in the frame", () => {
  const view = centeredOn({ x: 3, y: 4, scale: 2 }, [100, 50], { width: 300, height: 200 });
  expect(inFrame(view, [100, 50])).toEqual([150, 100]);
});

const hour = 3_600_000;
const home = { addressId: "home", latitude: 43, longitude: -88 };

const technician: SchedulableTechnician = {
  ...{ id: "t", name: "Luis Ortega", skillLevel: "journeyman", skills: [], certifications: [] },
  ...{ week: [], timeOff: [], holidays: [], zone: "America/Chicago", home, depot: null },
} as unknown as SchedulableTechnician;

const workOrderAt = (id: string, start: number, latitude: number | null, minutes = 60) =>
  ({
    ...{ id, label: id, customerName: id, status: "scheduled", technicianIds: ["t"], start, minutes, zone: "UTC" },
    ...{
      place: { addressId: id, latitude, longitude: latitude === null ? null : -88 },
      demands: {},
      arrivalWindow: null,
    },
  }) as unknown as PlannedWorkOrder;

test("stops are in schedule order, and the totals are the sums of the stops", () => {
  const start = Date.UTC(2026, 10, 24, 14);
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          after: fc.integer({ min: 0, max: 9 }),
          minutes: fc.integer({ min: 5, max: 240 }),
          known: fc.boolean(),
        }),
        {
          maxLength: 8,
        },
      ),
      (given) => {
        const jobs = given.map(({ after, minutes, known }, index) =>
          workOrderAt(`job-${index}`, start + after * hour, known ? 43 + index / 50 : null, minutes),
        );
        const plan = planOf(jobs, (from, to) =>
          from.latitude === null || to.latitude === null
            ? { minutes: null, basis: "unknown" }
            : { minutes: Math.round(Math.abs(from.latitude - to.latitude) * 100), basis: "estimate" },
        );
        const route = routeOf(technician, plan, { start, end: start + 10 * hour });
        expect(route.stops).toHaveLength(jobs.length);
        expect(route.stops.map((stop) => stop.start)).toEqual(
          route.stops.map((stop) => stop.start).toSorted((a, b) => a - b),
        );
        expect(route.workMinutes).toBe(given.reduce((sum, { minutes }) => sum + minutes, 0));
        expect(route.driveMinutes).toBe(route.stops.reduce((sum, { drive }) => sum + (drive?.minutes ?? 0), 0));
        expect(route.unknownDrives).toBe(
          route.stops.filter(({ drive }) => drive !== null && drive.minutes === null).length,
        );
      },
    ),
    { numRuns: 60 },
  );
});
