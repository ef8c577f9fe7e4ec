import type { FileStore } from "~/domain/providers";

/** Maximum keys per R2 delete call. */
const MAX_AT_ONCE = 1000;

/** Key prefixes of files that are not records: parts of exports, imports and restores, and archived rows. */
const NO_RECORDS = ["exports/", "imports/", "restores/", "archives/"];

export function fileStore(bucket: R2Bucket): FileStore {
  return {
    put: async (key, body, contentType) => {
      await bucket.put(key, body, { httpMetadata: { contentType } });
    },
    get: async (key, range) => {
      const object = await bucket.get(key, range && { range });
      return (
        object && { body: object.body, contentType: object.httpMetadata?.contentType ?? "application/octet-stream" }
      );
    },
    delete: async (keys) => {
      const all = [keys].flat();
      for (let at = 0; at < all.length; at += MAX_AT_ONCE) await bucket.delete(all.slice(at, at + MAX_AT_ONCE));
    },
    deleteUnder: async (prefix, except = []) => {
      for (let cursor: string | undefined, more = true; more; ) {
        const page = await bucket.list({ prefix, cursor });
        const keys = page.objects.flatMap(({ key }) => (except.includes(key) ? [] : [key]));
        if (keys.length > 0) await bucket.delete(keys);
        more = page.truncated;
        cursor = page.truncated ? page.cursor : undefined;
      }
    },
    keysOf: async function* (owner, after) {
      const { delimitedPrefixes } = await bucket.list({ delimiter: "/" });
      const kinds = delimitedPrefixes.filter((kind) => !NO_RECORDS.includes(kind)).sort();
      for (const kind of kinds) {
        const prefix = `${kind}${owner}/`;
        if (after != null && prefix < after && !after.startsWith(prefix)) continue;
        let startAfter = after?.startsWith(prefix) ? after : undefined;
        for (let more = true; more; ) {
          const page = await bucket.list({ prefix, startAfter });
          for (const { key } of page.objects) yield key;
          more = page.truncated;
          startAfter = page.objects.at(-1)?.key;
        }
      }
    },
    deleteOf: async (owner) => {
      const { delimitedPrefixes: kinds } = await bucket.list({ delimiter: "/" });
      let isAll = true;
      for (const kind of kinds) {
        const { objects, truncated } = await bucket.list({ prefix: `${kind}${owner}/` });
        if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
        if (truncated) isAll = false;
      }
      return isAll;
    },
  };
}
