import type { FileStore } from "~/domain/providers";

/** Keys that one call to R2 deletes. */
const MOST_AT_ONCE = 1000;

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
      for (let at = 0; at < all.length; at += MOST_AT_ONCE) await bucket.delete(all.slice(at, at + MOST_AT_ONCE));
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
    keysOf: async function* (owner) {
      const { delimitedPrefixes: kinds } = await bucket.list({ delimiter: "/" });
      for (const kind of kinds) {
        for (let cursor: string | undefined, more = true; more; ) {
          const page = await bucket.list({ prefix: `${kind}${owner}/`, cursor });
          for (const { key } of page.objects) yield key;
          more = page.truncated;
          cursor = page.truncated ? page.cursor : undefined;
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
