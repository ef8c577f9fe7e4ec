import { expect, test } from "vitest";
import { certify } from "#tests/support/certificate";
import { addEquipment, dayFromNow } from "#tests/support/equipment";
import { pageText, threePagesAndBack } from "#tests/support/page-text";
import { addCustomer, addWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { formatDate } from "~/domain/shared/time/date-format";

const worker = await testWorker();

type Step = "repair" | "follow_up" | "inspection" | "report";

async function shop() {
  const business = await worker.business();
  const { manager, technician, technicianId, orgId } = business;
  await certify(worker, business);
  const site = await addCustomer(worker, orgId);
  const read = async (path: string, by = manager) => pageText((await by.get(path)).text);
  const circuit = async (equipmentName = "Walk-in") => {
    const unit = await addEquipment(manager, { ...site, equipmentName, equipmentType: "refrigeration" });
    const group = { name: "A", refrigerant: "R-410A", chargeLb: 20, chargeBasis: "nameplate" };
    const made = await manager.post<{ id: string }>(`/api/equipment/${unit.id}/service-groups`, group);
    return { unitId: unit.id, circuitId: made.json.id };
  };
  /** An episode whose next step is due in `days`. */
  const due = async (days: number, step: Step = "repair", name = "Walk-in") => {
    const { unitId, circuitId } = await circuit(name);
    await worker.db
      .prepare(
        `INSERT INTO leak_episodes (org_id, id, equipment_id, service_group_id, kind, opened_on, regime, threshold_percent, charge_milli_lb,
           rate_centi_percent, next_step, next_due_on, created_at, updated_at)
         VALUES (?1, ?2, ?2, ?3, 'leak', ?6, 'part84', 20, 20000, 2500, ?4, ?5, ?7, ?7)`,
      )
      .bind(orgId, unitId, circuitId, step, dayFromNow(days), dayFromNow(-40), new Date().toISOString())
      .run();
    return unitId;
  };
  const add = async (unitId: string, addedLb: number) => {
    const workOrder = await addWorkOrder(manager, site, { technicianId, equipmentIds: [unitId] });
    const at = `/api/work-orders/${workOrder.id}/equipment/${unitId}/refrigerant-readings`;
    expect((await technician.post(at, { metering: "txv", addedLb })).status).toBe(201);
    return workOrder;
  };
  return { ...business, site, read, circuit, due, add };
}

test("the dashboard counts overdue and upcoming leak deadlines and names the first", async () => {
  const { read, due } = await shop();
  expect(await read("/dashboard")).not.toContain("Leak deadlines");
  await due(30);
  expect(await read("/dashboard")).not.toContain("Leak deadlines");
  await due(7);
  expect(await read("/dashboard")).toContain("Leak deadlines1Repair the leak: 7 days left");
  await due(0, "inspection");
  expect(await read("/dashboard")).toContain("Leak deadlines2Leak inspection: Due today (check with counsel)");
  await due(-1);
  expect(await read("/dashboard")).toContain("Leak deadlines3Repair the leak: 1 day overdue");
});

test("the dashboard links to the deadlines, and users without access to equipment see neither", async () => {
  const { manager, technician, due } = await shop();
  await due(2);
  expect((await manager.get("/dashboard")).text).toContain('href="/equipment/leaks"');
  expect((await technician.get("/dashboard")).text).not.toContain("Leak deadlines");
  const stranger = (await worker.business()).manager;
  expect((await stranger.get("/dashboard")).text).not.toContain("Leak deadlines");
});

test("the list of deadlines shows the days left and marks those taken from summaries of the rules", async () => {
  const { read, due } = await shop();
  await due(-3, "repair", "Walk-in north");
  await due(4, "follow_up", "Walk-in south");
  await due(200, "inspection", "Rack");
  await due(90, "report", "Ice machine");
  const text = await read("/equipment/leaks");
  const date = (days: number) => formatDate(dayFromNow(days), true);
  expect(text).toContain(`Repair the leak ${date(-3)} 3 days overdue`);
  expect(text).toContain(`Follow-up verificationConfirm with your attorney ${date(4)} 4 days left`);
  expect(text).toContain(`Leak inspectionConfirm with your attorney ${date(200)} 200 days left`);
  expect(text).toContain(`Chronic leaker report to EPA ${date(90)} 90 days left`);
});

test("a circuit shows its deadlines with their regulation and marks those to check with counsel", async () => {
  const { read, circuit, add, manager } = await shop();
  const { unitId } = await circuit();
  await add(unitId, 4.01);
  const at = `/equipment/${unitId}/readings`;
  const date = (days: number) => formatDate(dayFromNow(days), true);
  const opened = await read(at);
  expect(opened).toContain(`30 days leftRepair the leakdue ${date(30)} (40 CFR 84.106)`);
  expect(opened).toContain(`30 days leftInitial verificationdue ${date(30)} (40 CFR 84.106)`);
  expect(opened).not.toContain("Deadlines marked “check with counsel”");

  const [episode] = (await manager.get<{ items: { id: string }[] }>(`/api${at.replace("readings", "leak-episodes")}`))
    .json.items;
  const record = (kind: string, version: number) =>
    manager.post(`/api/leak-episodes/${episode?.id}/events`, { kind, happenedOn: dayFromNow(0), version });
  await record("repair_done", 1);
  await record("initial_passed", 2);
  const tested = await read(at);
  expect(tested).toContain(`DoneRepair the leakdone ${date(0)} (40 CFR 84.106)`);
  expect(tested).toContain(`10 days leftFollow-up verificationdue ${date(10)} (40 CFR 84.106; check with counsel)`);
  expect(tested).toContain("Deadlines marked “check with counsel” are taken from published summaries of the rule.");
  await record("follow_up_passed", 3);
  expect(await read(at)).toMatch(/Leak inspectiondue [^(]+\(40 CFR 84\.106; check with counsel\)/);
});

test("a leak rate shows what to check with counsel and why its rule applies", async () => {
  const { read, circuit, add } = await shop();
  const { unitId } = await circuit();
  await add(unitId, 4);
  const text = await read(`/equipment/${unitId}/readings`);
  expect(text).toContain("40 CFR 84 appliesAt the threshold");
  expect(text).toContain(
    "R-410A is an HFC or a blend with a GWP above 53, and the full charge is 15 lb or more. (40 CFR 84.106)",
  );
  expect(text).toContain("Annualizing method: 20.00%");
  expect(text).toContain(
    "The 365-day cap of the annualizing method and the start of the rolling 365 days come from published summaries of the rule: check with counsel.",
  );
});

test("the reading form names the source of saturation temperatures and how much a chart may differ", async () => {
  const { read, circuit, site, manager } = await shop();
  const { unitId } = await circuit();
  const workOrder = await addWorkOrder(manager, site, { equipmentIds: [unitId] });
  expect(await read(`/workorders/${workOrder.number}/equipment/${unitId}/readings/new`)).toContain(
    "Saturation temperatures: CoolProp 8.0.0. A manufacturer’s chart may differ by up to 3 psi for blends.",
  );
});

test("leak deadlines page back one page at a time, within their filter", async () => {
  const { manager, due } = await shop();
  const units = [await due(3), await due(6), await due(9)];
  await due(1, "inspection");
  const { pages, back } = await threePagesAndBack(manager, "/equipment/leaks?step=repair");
  const shown = [...pages, back].map((page) => units.filter((id) => page.includes(`/equipment/${id}`)));
  expect(shown).toEqual([units[0], units[1], units[2], units[1]].map((id) => [id]));
});
