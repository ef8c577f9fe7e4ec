import { MAX_ITEM_NAME } from "./item";

const MAX_DESCRIPTION = 20;

/** A SKU as stored and compared: upper case, trimmed. */
export const normalizeSku = (sku: string): string => sku.trim().toUpperCase();

interface CustomPart {
  /** When it was created, epoch milliseconds. */
  at: number;
  /** `WO-012`. */
  workOrder: string;
  description: string;
}

/** `CUSTOM-{timestamp}-{work order}-{up to 20 cleaned upper-case characters of the description}`. */
export function customSku({ at, workOrder, description }: CustomPart): string {
  const cleaned = description
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .slice(0, MAX_DESCRIPTION);
  return `CUSTOM-${at}-${workOrder}${cleaned ? `-${cleaned}` : ""}`;
}

/** A variant for a SKU that is taken: four more characters. */
export const customSkuBesides = (sku: string, token: string): string => `${sku}-${signsOf(token, 4)}`;

/** `FIELD-{timestamp}-{6 characters}`, if the lookup for an unused SKU failed. */
export const fieldSku = (at: number, token: string): string => `FIELD-${at}-${signsOf(token, 6)}`;

/** The name of a custom part: its description, shortened to fit. */
export const customPartName = (description: string): string => description.trim().slice(0, MAX_ITEM_NAME).trimEnd();

function signsOf(token: string, count: number): string {
  return token
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .padEnd(count, "0")
    .slice(0, count);
}
