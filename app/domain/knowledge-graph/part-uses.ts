/** Maximum number of a part's newest uses that are read. */
export const MAX_USES = 200;

/** One use of a part on a work order, with the equipment it was installed in if known. */
export interface PartUse {
  usedAt: string;
  workOrderId: string;
  workOrderNumber: number;
  workOrderTitle: string;
  /** SQLite's boolean. */
  isCallback: number;
  equipmentId: string | null;
  equipmentName: string | null;
  manufacturer: string | null;
  model: string | null;
  installedOn: string | null;
}

interface UnitUses {
  equipmentId: string;
  name: string;
  times: number;
  lastUsedAt: string;
  lastWorkOrderNumber: number;
}

interface ModelUses {
  /** 'Carrier 24ABC6'; null if not recorded. */
  model: string | null;
  times: number;
  units: UnitUses[];
  callbacks: number;
}

/** Uses by model and by equipment, most frequent first, then the latest. */
export function groupByModel(uses: readonly PartUse[]) {
  const models = new Map<string | null, ModelUses>();
  for (const use of uses) {
    const name = use.model === null ? null : [use.manufacturer, use.model].filter(Boolean).join(" ");
    const model = models.get(name) ?? { model: name, times: 0, units: [], callbacks: 0 };
    models.set(name, model);
    model.times += 1;
    model.callbacks += use.isCallback;
    if (use.equipmentId === null) continue;
    const unit = model.units.find(({ equipmentId }) => equipmentId === use.equipmentId);
    if (unit) unit.times += 1;
    else
      model.units.push({
        ...{ equipmentId: use.equipmentId, name: use.equipmentName ?? "", times: 1 },
        ...{ lastUsedAt: use.usedAt, lastWorkOrderNumber: use.workOrderNumber },
      });
  }
  const often = (a: { times: number }, b: { times: number }) => b.times - a.times;
  return {
    models: [...models.values()].sort(often).map((model) => ({ ...model, units: model.units.sort(often) })),
    uses: uses.length,
    /** Whether older uses were omitted. */
    isCut: uses.length >= MAX_USES,
    again: repeatedly(models.values()),
  };
}

/** Equipment in which the part was used more than once. */
function repeatedly(models: Iterable<ModelUses>): UnitUses[] {
  return [...models].flatMap(({ units }) => units.filter(({ times }) => times > 1));
}
