import { expect, test } from "vitest";
import { site } from "#tests/unit/scheduling/fixtures";
import {
  driveLabel,
  driveOrigin,
  driveTime,
  driveTimes,
  estimateDrive,
  greatCircleKm,
} from "~/domain/drives/drive-time";

const TIMES_SQUARE = site("times-square", 40.758, -73.9855);
const STATUE = site("statue", 40.6892, -74.0445);
const UNKNOWN = site("unknown", null, null);

test("the great-circle distance agrees with published distances", () => {
  const london = site("london", 51.5074, -0.1278);
  const newYork = site("new-york", 40.7128, -74.006);
  expect(greatCircleKm(london, newYork)).toBeCloseTo(5570.2, 0);
  expect(greatCircleKm(site("a", 0, 0), site("b", 0, 180))).toBeCloseTo(Math.PI * 6371.0088, 3);
  expect(greatCircleKm(TIMES_SQUARE, UNKNOWN)).toBeNull();
});

test("the same address is 0 minutes away, even without coordinates", () => {
  expect(estimateDrive(UNKNOWN, UNKNOWN)).toEqual({ minutes: 0, basis: "same_address" });
});

test("a place without coordinates has an unknown drive time, not 0", () => {
  expect(estimateDrive(TIMES_SQUARE, UNKNOWN)).toEqual({ minutes: null, basis: "unknown" });
  expect(driveLabel(estimateDrive(TIMES_SQUARE, UNKNOWN))).toBe("unknown");
});

test("if the provider is down, drive time is estimated as great circle x 1.3 at 40 km/h, and labeled", () => {
  // 9.13 km x 1.3 / 40 km/h = 17.8 min
  const down = () => null;
  expect(driveTime(TIMES_SQUARE, STATUE, down)).toEqual({ minutes: 18, basis: "estimate" });
  expect(driveLabel(driveTime(TIMES_SQUARE, STATUE, down))).toBe("18 min (estimate)");
  expect(driveTime(TIMES_SQUARE, STATUE, () => 27)).toEqual({ minutes: 27, basis: "measured" });
});

test("without an earlier job, the drive starts from home, or else from the depot", () => {
  const home = site("home");
  const depot = site("depot");
  expect(driveOrigin({ workOrder: STATUE, home, depot })).toBe(STATUE);
  expect(driveOrigin({ workOrder: UNKNOWN, home, depot })).toBe(home);
  expect(driveOrigin({ workOrder: null, home: null, depot })).toBe(depot);
  expect(driveOrigin({ workOrder: null, home: UNKNOWN, depot: null })).toBeNull();
});

test("a batch of 100 drives keeps its order, and an error affects only its own result", () => {
  const requests = Array.from({ length: 100 }, (_, index) => ({
    originWorkOrderId: `from-${index}`,
    destinationWorkOrderId: index === 41 ? "nowhere" : `to-${index}`,
  }));
  const placeOf = (id: string) => (id === "nowhere" ? null : site(id, 40, -74 + Number(id.split("-")[1]) / 1000));
  const answers = driveTimes(requests, placeOf, (_, to) => Number(to.addressId.split("-")[1]) + 1);
  expect(answers).toHaveLength(100);
  answers.forEach((answer, index) => {
    const expected = index === 41 ? { error: "Destination work order not found" } : { minutes: index + 1 };
    expect(answer).toMatchObject({ originWorkOrderId: `from-${index}`, ...expected });
  });
});
