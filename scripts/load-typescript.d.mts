export function loadTypeScript<T = { seedDemo: (db: unknown, now: Date) => Promise<boolean> }>(
  path: string,
): Promise<T>;
