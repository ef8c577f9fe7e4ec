import { phrase } from "~/domain/customers/search";
import type { EquipmentStatus, EquipmentType } from "./equipment";

export interface UnitFilter {
  equipmentType?: EquipmentType;
  status?: EquipmentStatus;
}

/**
 * What is asked of the full-text table: every word at the start of a word of the unit or of whose it is, and the filters as
 * words of `kind`. Null when the text holds nothing to look for.
 */
export function unitExpression(text: string, { equipmentType, status }: UnitFilter): string | null {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 8);
  if (words.length === 0) return null;
  const sought = `{unit owner} : (${words.map((word) => `"${word}"*`).join(" AND ")})`;
  const kinds = [status, equipmentType].flatMap((kind) => (kind ? (phrase(kind.replaceAll("_", " ")) ?? []) : []));
  return kinds.length > 0 ? `kind : (${kinds.join(" AND ")}) AND ${sought}` : sought;
}
