export function recordedEntry(main: string): string;
