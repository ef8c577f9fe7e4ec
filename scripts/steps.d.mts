export const stateFolder: string;
export function localSecrets(): Record<string, string>;
export function localHost(env?: { HOST?: string; SHARE_DEMO?: string }): string;
export function fingerprint(places: readonly string[], folder?: string): string;
