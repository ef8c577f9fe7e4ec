import { expect, test } from "vitest";
import { demoPassword, seedDemo } from "#drizzle/seed/demo";
import { startWorker } from "#tests/support/worker";
import type { SchedulerData } from "~/domain/scheduling/scheduler.server";
import { addDays } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";

const names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;

/**
 * Technicians with jobs on each of a demo's first eight days, those of them who are off, and jobs without the required training.
 */
async function firstDays(begins: string) {
  const worker = await startWorker({ ENVIRONMENT: "local" });
  try {
    await seedDemo(worker.db, new Date(`${begins}T15:00:00Z`));
    const manager = worker.visitor();
    await manager.post("/api/auth/login", { email: "manager@example.com", password: demoPassword });
    const days = Array.from({ length: 8 }, (_, day) => addDays(begins, day));
    return await Promise.all(
      days.map(async (date) => {
        const { json } = await manager.get<SchedulerData>(`/api/scheduling/days/${date}`);
        // The response includes the previous day, whose last job may run past midnight.
        const jobs = json.jobs.filter(({ start }) => wallTimeOf(start, json.zone).date === date);
        const busy = json.technicians.filter(({ id }) => jobs.some(({ technicianIds }) => technicianIds.includes(id)));
        const weekday = names[new Date(`${date}T12:00:00Z`).getUTCDay()] ?? "sunday";
        const isHoliday = json.holidays.some(({ from, to }) => from <= date && date <= to);
        const off = busy.filter(
          ({ week, timeOff }) =>
            isHoliday ||
            week?.[weekday].available === false ||
            timeOff.some(({ start, end }) =>
              jobs.some((workOrder) => start <= workOrder.start && workOrder.start < end),
            ),
        );
        const untrained = jobs.filter(({ demands, technicianIds }) =>
          json.technicians.some(
            ({ id, skills }) => technicianIds.includes(id) && demands?.skills.some((skill) => !skills.includes(skill)),
          ),
        );
        return {
          ...{ date, busy: busy.length, off: off.map(({ name }) => name) },
          untrained: untrained.map(({ title }) => title),
        };
      }),
    );
  } finally {
    await worker.stop();
  }
}

test("a demo that starts on a Sunday has two technicians on call and schedules no one who is off or untrained", async () => {
  const days = await firstDays("2026-11-29");
  expect(days[0]).toEqual({ date: "2026-11-29", busy: 2, off: [], untrained: [] });
  expect(days.flatMap(({ off, untrained }) => [...off, ...untrained])).toEqual([]);
});

test("a demo that starts the day before Thanksgiving schedules no one on the holiday", async () => {
  const days = await firstDays("2026-11-25");
  expect(days[0]?.busy).toBeGreaterThan(2);
  expect(days[1]).toEqual({ date: "2026-11-26", busy: 0, off: [], untrained: [] });
  expect(days.flatMap(({ off, untrained }) => [...off, ...untrained])).toEqual([]);
});
