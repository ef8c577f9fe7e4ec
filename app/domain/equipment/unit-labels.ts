import { EQUIPMENT_TYPE_LABELS, type EquipmentType } from "./equipment";

export interface NamedUnit {
  id: string;
  name: string;
  type: EquipmentType;
  location: string | null;
  serialNumber: string | null;
}

/** Returns a label for each of a customer's equipment; equal names are told apart as far as possible. */
export function unitLabels(units: readonly NamedUnit[]): Map<string, string> {
  const named = (unit: NamedUnit) => units.filter(({ name }) => plain(name) === plain(unit.name));
  return new Map(
    units.map((unit) => {
      const same = named(unit);
      const fact = FACTS.find((factOf) => new Set(same.map(factOf)).size === same.length);
      const distinction = same.length === 1 ? null : fact ? fact(unit) : allFacts(unit);
      return [unit.id, distinction ? `${unit.name} (${distinction})` : unit.name];
    }),
  );
}

const plain = (name: string) => name.trim().toLowerCase();
const serialOf = ({ serialNumber }: NamedUnit) => serialNumber && `serial ${serialNumber}`;
const FACTS: readonly ((unit: NamedUnit) => string | null)[] = [
  ({ location }) => location,
  ({ type }) => EQUIPMENT_TYPE_LABELS[type],
  serialOf,
];
const allFacts = (unit: NamedUnit) =>
  FACTS.map((factOf) => factOf(unit))
    .filter(Boolean)
    .join(", ");
