export const stateFolder: string;
export function localSecrets(): Record<string, string>;
export function localHost(env?: { HOST?: string; SHARE_DEMO?: string }): string;
