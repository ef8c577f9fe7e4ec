export const stateFolder: string;
export function localSecrets(): Record<string, string>;
