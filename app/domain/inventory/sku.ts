/** A SKU as it is stored and compared: upper case, without blanks around it. */
export const normalizeSku = (sku: string): string => sku.trim().toUpperCase();
