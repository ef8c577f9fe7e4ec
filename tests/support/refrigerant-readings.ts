import { certify } from "./certificate";
import { addEquipment } from "./equipment";
import { addCustomer, addWorkOrder, type Refusal } from "./work-orders";
import type { TestWorker } from "./worker";

export interface ReadingJson {
  id: string;
  equipmentId: string;
  serviceGroupId: string;
  refrigerant: string;
  suctionPsig: number | null;
  addedLb: number | null;
  superheat: { value: number; level: string } | null;
  subcooling: { value: number; level: string } | null;
  verdict: string;
  reasons: string[];
  takenAt: string;
  takenBy: string;
  version: number;
}

export interface Readings {
  items: (ReadingJson & { deletedAt: string | null; deletionReason: string | null })[];
  nextCursor: string | null;
}

type Answer = ReadingJson & Refusal;

/** A reading of a system with the right charge. */
export const inRange = {
  ...{ metering: "txv", targetSubcoolingF: 10, suctionPsig: 118, suctionTempF: 52, liquidPsig: 340, liquidTempF: 95 },
  ...{ indoorWetBulbF: 63, outdoorDryBulbF: 85 },
};

/** A business with a certified technician, and helpers for tests of readings. */
export async function readingsOf(worker: TestWorker) {
  const business = await worker.business();
  const { manager: office, technician, technicianId, orgId } = business;
  const site = await addCustomer(worker, orgId);
  await certify(worker, business);

  async function addCircuit(equipmentId: string, name = "Circuit 1"): Promise<string> {
    const made = await office.post<{ id: string }>(`/api/equipment/${equipmentId}/service-groups`, {
      ...{ name, refrigerant: "R-410A", chargeLb: 8, chargeBasis: "nameplate" },
    });
    return made.json.id;
  }

  /** Equipment with one circuit, on a job of the technician. */
  async function unitOnWorkOrder() {
    const unit = await addEquipment(office, { ...site, equipmentType: "air_conditioner" });
    const circuit = await addCircuit(unit.id);
    const workOrder = await addWorkOrder(office, site, { technicianId, equipmentIds: [unit.id] });
    const at = `/api/work-orders/${workOrder.id}/equipment/${unit.id}/refrigerant-readings`;
    return { unit, circuit, workOrder, at };
  }

  const record = (at: string, body: object, by = technician, headers = {}) => by.post<Answer>(at, body, headers);

  return { ...{ business, office, technician, technicianId, orgId, site }, addCircuit, unitOnWorkOrder, record };
}
