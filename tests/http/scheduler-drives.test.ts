import { expect, test } from "vitest";
import { nextYear } from "#tests/support/next-year";
import { outsideService } from "#tests/support/outside";
import { at, moveSite, place } from "#tests/support/scheduler";
import { addCustomer, addWorkOrder, type Refusal } from "#tests/support/work-orders";
import { ownWorker, testWorker } from "#tests/support/worker";

const osrm = await outsideService();
const measuring = await ownWorker({ OSRM_URL: osrm.url });
const estimating = await testWorker();

interface Drive {
  originWorkOrderId: string;
  destinationWorkOrderId: string;
  minutes: number | null;
  basis: string;
  label: string;
  arrivalTime?: string;
  error?: string;
}

type Worker = typeof measuring;

/** Two sites, about 11 km apart, each with a job. */
async function twoJobs(worker: Worker) {
  const business = await worker.business();
  const [here, there] = [
    await addCustomer(worker, business.orgId, "Ada Near"),
    await addCustomer(worker, business.orgId, "Bo Far"),
  ];
  await moveSite(worker, here.siteAddressId, { latitude: 41.88, longitude: -87.63 });
  await moveSite(worker, there.siteAddressId, { latitude: 41.98, longitude: -87.63 });
  const [from, to] = [await addWorkOrder(business.manager, here), await addWorkOrder(business.manager, there)];
  const drive = (originWorkOrderId: string, destinationWorkOrderId: string, fields = {}) =>
    business.manager.post<Drive & Refusal>("/api/work-orders/calculate-drive-time", {
      originWorkOrderId,
      destinationWorkOrderId,
      ...fields,
    });
  return { ...business, here, there, from, to, drive };
}

/** Every drive takes this many seconds. */
const everyLeg = (seconds: number | null) => (url: URL) => {
  const count = (name: string) => (url.searchParams.get(name) ?? "").split(";").length;
  const row = Array.from({ length: count("destinations") }, () => seconds);
  return { code: "Ok", durations: Array.from({ length: count("sources") }, () => row) };
};

test("without a provider, a drive is a labeled estimate, 0 at the same address and unknown without a location", async () => {
  const { manager, here, there, from, to, drive } = await twoJobs(estimating);
  expect((await drive(from.id, to.id)).json).toMatchObject({
    minutes: 22,
    basis: "estimate",
    label: "22 min (estimate)",
  });
  const sameAddress = await addWorkOrder(manager, here);
  expect((await drive(from.id, sameAddress.id)).json).toMatchObject({ minutes: 0, basis: "same_address" });
  await moveSite(estimating, there.siteAddressId, {});
  expect((await drive(from.id, to.id)).json).toMatchObject({ minutes: null, basis: "unknown", label: "unknown" });
});

test("after a job without a location, the drive starts from home", async () => {
  const { orgId, here, from, to, drive, technicianId } = await twoJobs(estimating);
  await moveSite(estimating, here.siteAddressId, {});
  await estimating.db.batch([
    estimating.db
      .prepare(
        `INSERT INTO technician_addresses (org_id, technician_id, kind, line1, city, state, postal_code, latitude, longitude)
         VALUES (?, ?, 'home', '1 Home St', 'Chicago', 'IL', '60601', 41.93, -87.63)`,
      )
      .bind(orgId, technicianId),
    estimating.db.prepare("UPDATE work_orders SET technician_id = ? WHERE id = ?").bind(technicianId, to.id),
  ]);
  expect((await drive(from.id, to.id)).json).toMatchObject({ minutes: 11, basis: "estimate" });
});

test("a batch of 100 drives keeps its order, and an error affects only its own result", async () => {
  const { manager, from, to } = await twoJobs(estimating);
  const unknown = "0192f000-0000-7000-8000-000000000000";
  const requests = Array.from({ length: 100 }, (_, index) => ({
    originWorkOrderId: index === 40 ? unknown : index % 2 ? from.id : to.reference,
    destinationWorkOrderId: index % 2 ? to.id : from.reference,
  }));
  const answer = await manager.post<{ results: Drive[] }>("/api/work-orders/calculate-batch-drive-time", { requests });
  expect(answer.json.results.map(({ originWorkOrderId }) => originWorkOrderId)).toEqual(
    requests.map(({ originWorkOrderId }) => originWorkOrderId),
  );
  expect(answer.json.results[40]).toEqual({ ...requests[40], error: "Origin work order not found" });
  expect(answer.json.results.filter(({ minutes }) => minutes === 22)).toHaveLength(99);
  const many = await manager.post("/api/work-orders/calculate-batch-drive-time", {
    requests: [...requests, ...requests],
  });
  expect(many.status).toBe(400);
});

test("an unknown work order, or another business's, is not found", async () => {
  const { from, drive } = await twoJobs(estimating);
  const other = await twoJobs(estimating);
  expect((await drive(from.id, other.to.id)).json.message).toBe("Destination work order not found");
  expect((await drive("nonsense", from.id)).status).toBe(404);
});

test("a provider's minutes are rounded up and requested once", async () => {
  const { from, to, drive } = await twoJobs(measuring);
  osrm.answer(200, everyLeg(1205));
  const before = osrm.requests.length;
  const departureTime = nextYear("2027-03-08T15:00:00.000Z");
  const first = await drive(from.id, to.id, { departureTime });
  expect(first.json).toMatchObject({
    minutes: 21,
    basis: "measured",
    label: "21 min",
    arrivalTime: nextYear("2027-03-08T15:21:00.000Z"),
  });
  await expect.poll(async () => (await drive(from.id, to.id)).json.minutes).toBe(21);
  expect(osrm.requests.length - before).toBeLessThanOrEqual(2);
  expect(osrm.requests[before]).toBe(
    "/table/v1/driving/-87.63000,41.88000;-87.63000,41.98000?annotations=duration&sources=0&destinations=1",
  );
});

test("a provider that is down, finds no route or returns nonsense leaves the estimate", async () => {
  const { there, from, to, drive } = await twoJobs(measuring);
  const answers: [number, unknown][] = [
    [503, { message: "busy" }],
    [200, { code: "NoSegment" }],
    [200, "<html>"],
    [200, everyLeg(null)],
  ];
  for (const [index, [status, body]] of answers.entries()) {
    await moveSite(measuring, there.siteAddressId, { latitude: 41.97 - index / 100, longitude: -87.63 });
    const before = osrm.requests.length;
    osrm.answer(status, body);
    expect((await drive(from.id, to.id)).json.basis).toBe("estimate");
    expect(osrm.requests.length - before).toBe(status === 503 || body === "<html>" ? 2 : 1);
  }
});

test("a booking is checked against the measured drive time", async () => {
  const { manager, technicianId, there, from, to } = await twoJobs(measuring);
  await moveSite(measuring, there.siteAddressId, { latitude: 41.75, longitude: -87.63 });
  osrm.answer(200, everyLeg(50 * 60));
  await place(manager, from, { technicianId, start: at("2027-03-08 09:00") });
  const refused = await place(manager, to, { technicianId, start: at("2027-03-08 10:30") });
  expect(refused.json.message).toBe(`The drive from ${from.reference} takes 50 min; only 30 min is available.`);
});

test("a recently measured drive is used on the board, in suggestions and in a reassigned day; others are labeled estimates", async () => {
  const { manager, technicianId, from, to } = await twoJobs(estimating);
  await place(manager, from, { technicianId, start: at("2027-03-08 09:00") });
  const read = () =>
    Promise.all([
      manager.get<{ items: { reason: string }[] }>(
        nextYear(`/api/work-orders/${to.id}/suggested-slots?from=2027-03-08&days=1`),
      ),
      manager.get<{ driveBasis: string }>(
        nextYear(`/api/scheduling/reassignment-proposal?technicianId=${technicianId}&date=2027-03-08`),
      ),
      manager.get<{ drives: object[] }>(nextYear("/api/scheduling/days/2027-03-08")),
    ]);
  const [estimated, guess, before] = await read();
  expect(estimated.json.items[0]?.reason).toMatch(/22 min more drive \(est\.\)$/);
  expect([guess.json.driveBasis, before.json.drives]).toEqual(["estimate", []]);

  await place(manager, to, { technicianId, start: at("2027-03-08 13:00") });
  const coordinates = ["41.8800,-87.6300", "41.9800,-87.6300"];
  await estimating.db
    .prepare("INSERT INTO drive_times (from_point, to_point, minutes, measured_at) VALUES (?, ?, 5, ?)")
    .bind(...coordinates, new Date().toISOString())
    .run();
  const [measured, proposal, day] = await read();
  expect(measured.json.items[0]?.reason).toMatch(/, 5 min more drive$/);
  expect([proposal.json.driveBasis, day.json.drives]).toEqual([
    "partly_measured",
    [{ from: coordinates[0], to: coordinates[1], minutes: 5 }],
  ]);
});
