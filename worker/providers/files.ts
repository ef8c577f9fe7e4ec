import type { FileStore } from "~/domain/providers";

export function fileStore(bucket: R2Bucket): FileStore {
  return {
    put: async (key, body, contentType) => {
      await bucket.put(key, body, { httpMetadata: { contentType } });
    },
    get: async (key) => {
      const object = await bucket.get(key);
      return (
        object && { body: object.body, contentType: object.httpMetadata?.contentType ?? "application/octet-stream" }
      );
    },
    delete: (key) => bucket.delete(key),
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
