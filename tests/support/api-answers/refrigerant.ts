import { nextYear } from "#tests/support/next-year";
import type { Visitor } from "#tests/support/visitor";
import { ask, type Made } from "./requests";

export async function readingsOnTheWorkOrder(admin: Visitor, workOrder: object, technicianId?: string) {
  const { version } = await ask(admin, "GET", `/technicians/${technicianId}`);
  const certifications = [{ name: "EPA 608 Universal", number: "U-77" }];
  await ask(admin, "PUT", `/technicians/${technicianId}`, { version, certifications });
  const unit = await ask(admin, "POST", "/equipment", {
    equipmentName: "Condenser",
    equipmentType: "air_conditioner",
    ...workOrder,
  });
  const circuit = await ask(admin, "POST", `/equipment/${unit.id}/service-groups`, { name: "A", refrigerant: "R-32" });
  const { id } = await ask(admin, "POST", "/work-orders", { ...workOrder, technicianId, equipmentIds: [unit.id] });
  const reading = {
    metering: "txv",
    suctionPsig: 118,
    suctionTempF: 52,
    liquidPsig: 350,
    liquidTempF: 95,
    addedLb: 0.5,
  };
  for (const at of [`equipment/${unit.id}`, `service-groups/${circuit.id}`]) {
    const made = await ask(admin, "POST", `/work-orders/${id}/${at}/refrigerant-readings`, reading);
    await ask(admin, "GET", `/work-orders/${id}/${at}/refrigerant-readings`);
    await ask(admin, "PUT", `/refrigerant-readings/${made.id}`, { version: made.version, notes: "After cleaning" });
    if (at.startsWith("service-groups"))
      await ask(admin, "DELETE", `/refrigerant-readings/${made.id}?reason=Typed%20twice`);
  }
  await ask(admin, "GET", `/work-orders/${id}/equipment/${unit.id}/refrigerant-readings/latest`);
  await ask(admin, "GET", `/equipment/${unit.id}/refrigerant-readings/history`);
  await ask(admin, "GET", `/equipment/${unit.id}/refrigerant-readings/history/export`);
  await ask(admin, "GET", `/equipment/${unit.id}/leak-rates`);
  await leakEpisode(admin, { ...workOrder, technicianId });
  await cylinder(admin);
}

async function cylinder(admin: Visitor) {
  const { id } = await ask(admin, "POST", "/refrigerant-cylinders", {
    ...{ number: "R410-1", refrigerant: "R-410A", kind: "virgin", tareLb: 5, capacityLb: 25, grossLb: 30 },
  });
  const at = `/refrigerant-cylinders/${id}`;
  await ask(admin, "PATCH", at, { version: 1, testDueOn: nextYear("2027-05-03") });
  await ask(admin, "POST", `${at}/entries`, { kind: "weighed", grossLb: 29.5 });
  const { items } = await ask<{ items: Made[] }>(admin, "GET", `${at}/entries`);
  await ask(admin, "GET", `${at}/entries/export`);
  await ask(admin, "POST", `${at}/entries/${items[0]?.id}/reverse`, { reason: "Another cylinder" });
  await ask(admin, "GET", at);
  await ask(admin, "GET", "/refrigerant-cylinders");
  await ask(admin, "GET", "/refrigerant-cylinders/variance");
}

async function leakEpisode(admin: Visitor, workOrder: object) {
  const unit = await ask(admin, "POST", "/equipment", {
    ...{ equipmentName: "Walk-in freezer", equipmentType: "refrigeration", ...workOrder },
  });
  await ask(admin, "POST", `/equipment/${unit.id}/service-groups`, {
    ...{ name: "A", refrigerant: "R-448A", chargeLb: 20, chargeBasis: "nameplate" },
  });
  const { id: workOrderId } = await ask(admin, "POST", "/work-orders", { ...workOrder, equipmentIds: [unit.id] });
  const addition = { metering: "txv", addedLb: 5 };
  await ask(admin, "POST", `/work-orders/${workOrderId}/equipment/${unit.id}/refrigerant-readings`, addition);
  const { items } = await ask<{ items: (Made & { openedOn: string })[] }>(
    admin,
    "GET",
    `/equipment/${unit.id}/leak-episodes`,
  );
  const [{ id, openedOn: happenedOn } = { id: "", openedOn: "" }] = items;
  const at = `/leak-episodes/${id}`;
  await ask(admin, "GET", "/leak-episodes");
  const repaired = { kind: "repair_done", happenedOn, version: 1 };
  const { events } = await ask<{ events: Made[] }>(admin, "POST", `${at}/events`, repaired);
  await ask(admin, "POST", `${at}/events/${events[0]?.id}/void`, { reason: "Another circuit", version: 2 });
  await ask(admin, "POST", `${at}/void`, { reason: "Wrong charge", version: 3 });
  await ask(admin, "GET", "/leak-compliance/disposals");
  const days = `equipmentId=${unit.id}&startDate=${happenedOn}&endDate=${happenedOn}`;
  for (const type of ["csv", "pdf"]) await ask(admin, "GET", `/leak-compliance/audit-packet/${type}?${days}`);
  await ask(admin, "GET", at);
}
