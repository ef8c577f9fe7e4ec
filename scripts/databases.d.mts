export const databases: readonly { binding: string; name: string; shard: string | null }[];
export const shards: readonly string[];
export const newestShard: string;
