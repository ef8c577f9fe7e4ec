/** How often something costly may be done in a while. Each limit is declared beside the operation that it holds for. */
export interface Limit {
  /** Names the counter: operations with the same name count together. */
  name: string;
  /** As the refusal calls it: 'imports'. */
  what: string;
  perPerson: number;
  /** All members of a business together; a household's own work has none. */
  perBusiness?: number;
  /** A business on Pro may do it so many times more often, each of its members too. */
  timesOnPro?: number;
  seconds: number;
}

export const HOUR_SECONDS = 3600;

/** How many times as much of what costs the installation money each time a business may do on Pro. */
export const PRO_ALLOWANCE = 5;

/** Active accounts of a household without Pro. */
export const FREE_BANK_ACCOUNTS = 10;

/** The product's own screens send pictures of about 300 KB; this takes one as a camera makes it. */
export const MAX_PHOTO_BYTES = 8_000_000;
export const NOT_A_PICTURE = "Please choose a JPEG, PNG or WebP picture";
export const PHOTO_TOO_LARGE = "The picture is larger than 8 MB";

/** Bytes of photos that a business may store. */
export const PHOTO_QUOTA_BYTES = 20_000_000_000;

/** Files of a household that wait to be reviewed. */
export const STAGED_IMPORT_QUOTA = 20;

/** '1.5 GB', '320 MB': decimal units, as storage is sold. */
export function formatBytes(bytes: number): string {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  const digits = power > 0 && value < 10 ? 1 : 0;
  return `${Number(value.toFixed(digits)).toLocaleString("en-US")} ${units[power]}`;
}
