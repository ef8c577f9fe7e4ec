const FRACTIONS_OF_CUBE_ROOTS = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]);
const FRACTIONS_OF_SQUARE_ROOTS = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const;

const HEX = "0123456789abcdef";

/**
 * Returns a function from text to the first 128 bits of its SHA-256 (FIPS 180-4) as 32 hexadecimal digits. Synchronous, because a
 * promise for each of 100,000 short texts costs several times as much as the hash itself.
 */
export function createHasher(): (text: string) => string {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const digits = new Uint8Array(32);
  const schedule = new Int32Array(64);
  const state = new Int32Array(8);
  let buffer = new Uint8Array(1_024);

  return (text) => {
    const most = text.length * 3 + 72;
    if (buffer.length < most) buffer = new Uint8Array(most);
    const length = pad(buffer, encoder.encodeInto(text, buffer).written);
    state.set(FRACTIONS_OF_SQUARE_ROOTS);
    for (let block = 0; block < length; block += 64) {
      expand(schedule, buffer, block);
      compress(state, schedule);
    }
    for (let digit = 0; digit < 32; digit += 1) {
      digits[digit] = HEX.charCodeAt(((state[digit >> 3] ?? 0) >>> (28 - 4 * (digit & 7))) & 15);
    }
    return decoder.decode(digits);
  };
}

/** Appends the 1 bit, zeros and the length in bits; returns the padded length, a multiple of 64. */
function pad(buffer: Uint8Array, length: number): number {
  const padded = ((length + 8) & ~63) + 64;
  buffer.fill(0, length, padded);
  buffer[length] = 0x80;
  for (let byte = 1; byte <= 4; byte += 1) buffer[padded - byte] = (length * 8) >>> (8 * (byte - 1));
  return padded;
}

function expand(schedule: Int32Array, buffer: Uint8Array, block: number): void {
  for (let word = 0; word < 16; word += 1) {
    const at = block + 4 * word;
    const high = ((buffer[at] ?? 0) << 24) | ((buffer[at + 1] ?? 0) << 16);
    schedule[word] = high | ((buffer[at + 2] ?? 0) << 8) | (buffer[at + 3] ?? 0);
  }
  for (let word = 16; word < 64; word += 1) {
    const early = schedule[word - 15] ?? 0;
    const late = schedule[word - 2] ?? 0;
    const sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    schedule[word] = (schedule[word - 16] ?? 0) + sigma0 + (schedule[word - 7] ?? 0) + sigma1;
  }
}

function compress(state: Int32Array, schedule: Int32Array): void {
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  let e = state[4] ?? 0;
  let f = state[5] ?? 0;
  let g = state[6] ?? 0;
  let h = state[7] ?? 0;
  for (let round = 0; round < 64; round += 1) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = h + sum1 + ((e & f) ^ (~e & g)) + (FRACTIONS_OF_CUBE_ROOTS[round] ?? 0) + (schedule[round] ?? 0);
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = sum0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  add(state, 0, a);
  add(state, 1, b);
  add(state, 2, c);
  add(state, 3, d);
  add(state, 4, e);
  add(state, 5, f);
  add(state, 6, g);
  add(state, 7, h);
}

function add(state: Int32Array, index: number, word: number): void {
  state[index] = (state[index] ?? 0) + word;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
