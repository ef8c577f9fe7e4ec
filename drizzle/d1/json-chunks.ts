/** Characters of one piece: below D1's 2 MB of bytes whatever the script, three bytes a character at most. */
const MOST = 600_000;

/** JSON arrays of the given JSON values, each of at most 600,000 characters, one at a time. */
export function* jsonChunks(values: Iterable<string>): Generator<string> {
  let chunk: string[] = [];
  let length = 0;
  for (const value of values) {
    if (length > 0 && length + value.length > MOST) {
      yield `[${chunk.join(",")}]`;
      chunk = [];
      length = 0;
    }
    chunk.push(value);
    length += value.length + 1;
  }
  if (chunk.length > 0) yield `[${chunk.join(",")}]`;
}
