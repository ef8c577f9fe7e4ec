import { MAX_ITEM_NAME } from "./item";

const MAX_DESCRIPTION = 20;

/** A SKU as it is stored and compared: upper case, without blanks around it. */
export const normalizeSku = (sku: string): string => sku.trim().toUpperCase();

interface CustomPart {
  /** The moment it was named, epoch milliseconds. */
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

/** The same where it is taken: four characters more. */
export const customSkuBesides = (sku: string, token: string): string => `${sku}-${signsOf(token, 4)}`;

/** `FIELD-{timestamp}-{6 characters}`, where nobody could look whether a SKU is free. */
export const fieldSku = (at: number, token: string): string => `FIELD-${at}-${signsOf(token, 6)}`;

/** The name of a custom part: its description as far as it fits. */
export const customPartName = (description: string): string => description.trim().slice(0, MAX_ITEM_NAME).trimEnd();

function signsOf(token: string, count: number): string {
  return token
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .padEnd(count, "0")
    .slice(0, count);
}
