type Query = (sql: string, params?: unknown[]) => Promise<Record<string, unknown>[]>;

export function dumpDatabase(query: Query): AsyncGenerator<string>;
export const fileColumns: readonly string[];
export function fileKeys(query: Query): Promise<string[]>;
export function fingerprint(query: Query): Promise<Record<string, string>>;
