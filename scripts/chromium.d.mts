export function installedChromium(options?: { windowless?: boolean }): string | undefined;
export function findChromium(): string | undefined;
