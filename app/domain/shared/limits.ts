/** How often an expensive operation may run within a time window. Each limit is declared next to its operation. */
export interface Limit {
  /** Identifies the counter: operations with the same name are counted together. */
  name: string;
  /** The noun in the error message: 'imports'. */
  what: string;
  perPerson: number;
  /** For all members of a business together; a household's operations have none. */
  perBusiness?: number;
  /** The factor by which the limits are higher for a business on Pro and its members. */
  timesOnPro?: number;
  seconds: number;
}

/** The factor by which Pro raises a business's limits on operations with a cost per use. */
export const PRO_ALLOWANCE = 5;

/** The product's own screens upload photos of about 300 KB; this limit also allows an original camera photo. */
export const MAX_PHOTO_BYTES = 8_000_000;
export const NOT_A_PICTURE = "Please choose a JPEG, PNG or WebP picture";
export const PHOTO_TOO_LARGE = "The picture is larger than 8 MB";

/** Bytes of photos that a business may store. */
export const PHOTO_QUOTA_BYTES = 20_000_000_000;

/** '1.5 GB', '320 MB': decimal units, as storage is sold. */
export function formatBytes(bytes: number): string {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  const digits = power > 0 && value < 10 ? 1 : 0;
  return `${Number(value.toFixed(digits)).toLocaleString("en-US")} ${units[power]}`;
}
