import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { instantOf, offsetMinutes, wallTimeOf } from "~/domain/shared/time/time-zones";

// Every zone the runtime knows, from 2000 to 2100, compared with the reference implementation of Temporal.
const MINUTE = 60_000;
const zone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
const instant = fc
  .integer({ min: Date.UTC(2000, 0, 1) / MINUTE, max: Date.UTC(2100, 11, 31) / MINUTE })
  .map((minutes) => minutes * MINUTE);
/** A wall time within three hours of a zone's clock change, where gaps and overlaps are. */
const nearChange = fc
  .record({ zone, instant, off: fc.integer({ min: -180, max: 180 }) })
  .map(({ zone, instant, off }) => {
    const at = zonedAt(instant, zone);
    const change = at.getTimeZoneTransition("next") ?? at;
    return { zone, local: change.toPlainDateTime().add({ minutes: off }) };
  })
  .filter(({ local }) => local.year <= 2100);

function zonedAt(at: number, zone: string) {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
}

/** Temporal's result for a wall time: the next existing one if clocks skip it, both if it occurs twice. */
function resolved(local: Temporal.PlainDateTime, zone: string) {
  const [earlier, later] = (["earlier", "later"] as const).map((disambiguation) =>
    local.toZonedDateTime(zone, { disambiguation }),
  );
  if (!earlier || !later) throw new Error("unreachable");
  if (earlier.epochMilliseconds === later.epochMilliseconds)
    return { kind: "exact", instant: earlier.epochMilliseconds };
  if (earlier.toPlainDateTime().equals(local))
    return { kind: "overlap", instant: earlier.epochMilliseconds, second: later.epochMilliseconds };
  return { kind: "gap", instant: earlier.getTimeZoneTransition("next")?.epochMilliseconds };
}

test("an instant has the same wall time as in Temporal", () => {
  fc.assert(
    fc.property(zone, instant, (zone, instant) => {
      const there = zonedAt(instant, zone);
      const text = there.toPlainDateTime().toString({ smallestUnit: "minute", roundingMode: "trunc" });
      expect(wallTimeOf(instant, zone)).toEqual({ date: text.slice(0, 10), time: text.slice(11) });
      expect(offsetMinutes(instant, zone)).toBe(there.offsetNanoseconds / 6e10);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  [
    "any time",
    fc
      .record({ zone, instant })
      .map(({ zone, instant }) => ({ zone, local: zonedAt(instant, zone).toPlainDateTime() })),
  ],
  ["a time near a clock change", nearChange],
])("a wall time at %s is the same instant as in Temporal, including gaps and overlaps", (_when, times) => {
  fc.assert(
    fc.property(times, ({ zone, local }) => {
      const text = local.toString({ smallestUnit: "minute" });
      const found = instantOf({ date: text.slice(0, 10), time: text.slice(11, 16) }, zone);
      expect(found).toMatchObject(resolved(Temporal.PlainDateTime.from(text), zone));
    }),
    { numRuns: 1000 },
  );
});
