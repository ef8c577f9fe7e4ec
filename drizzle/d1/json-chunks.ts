/** At most three bytes per character, so a chunk stays below D1's limit of 2 MB per value. */
const MAX_CHUNK_CHARS = 600_000;

/** JSON arrays of the given JSON values, each of at most 600,000 characters, yielded one at a time. */
export function* jsonChunks(values: Iterable<string>): Generator<string> {
  let chunk: string[] = [];
  let length = 0;
  for (const value of values) {
    if (length > 0 && length + value.length > MAX_CHUNK_CHARS) {
      yield `[${chunk.join(",")}]`;
      chunk = [];
      length = 0;
    }
    chunk.push(value);
    length += value.length + 1;
  }
  if (chunk.length > 0) yield `[${chunk.join(",")}]`;
}
