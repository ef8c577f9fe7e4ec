export const databases: readonly { binding: string; name: string; id: string; shard: string | null }[];
export const shards: readonly string[];
export const newestShard: string;
