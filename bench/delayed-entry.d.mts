export function delayedEntry(main: string, ms: number): string;
