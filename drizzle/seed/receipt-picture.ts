import { deflateSync } from "node:zlib";
import { crc32 } from "~/domain/shared/files/zip";

/** Five columns per character, from space to Z; the lowest bit is the top pixel. */
const FONT =
  "0000000000 00005f0000 0007000700 147f147f14 242a7f2a12 2313086462 3649552250 0005030000 001c224100 0041221c00 082a1c2a08 08083e0808 0050300000 0808080808 0060600000 2010080402 3e5149453e 00427f4000 4261514946 2141454b31 1814127f10 2745454539 3c4a494930 0171090503 3649494936 064949291e 0036360000 0056360000 0008142241 1414141414 4122140800 0201510906 324979413e 7e1111117e 7f49494936 3e41414122 7f4141221c 7f49494941 7f09090101 3e41415132 7f0808087f 00417f4100 2040413f01 7f08142241 7f40404040 7f0204027f 7f0408107f 3e4141413e 7f09090906 3e4151215e 7f09192946 4649494931 01017f0101 3f4040403f 1f2040201f 7f2018207f 6314081463 0304780403 6151494543"
    .split(" ")
    .map((glyph) => Buffer.from(glyph, "hex"));

const SCALE = 4;
const COLUMNS = 34;
const MARGIN = 8;
const CHARACTER = { width: 6, height: 11 };

/** A printed receipt as a PNG: dark letters on white paper, one bit per pixel. */
export function drawReceipt(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const width = (COLUMNS * CHARACTER.width + MARGIN * 2) * SCALE;
  const height = (lines.length * CHARACTER.height + MARGIN * 2) * SCALE;
  const stride = Math.ceil(width / 8) + 1;
  const pixels = Buffer.alloc(stride * height, 0xff);
  for (let y = 0; y < height; y += 1) pixels[y * stride] = 0;
  for (const [row, line] of lines.entries()) {
    for (const [column, character] of [...line.toUpperCase().slice(0, COLUMNS)].entries()) {
      const glyph = FONT[character.charCodeAt(0) - 32];
      if (glyph) drawGlyph(glyph, { x: MARGIN + column * CHARACTER.width, y: MARGIN + row * CHARACTER.height });
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  return Uint8Array.from(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk("IHDR", head),
      chunk("IDAT", deflateSync(pixels)),
      chunk("IEND", Buffer.alloc(0)),
    ]),
  );

  function drawGlyph(glyph: Uint8Array, at: { x: number; y: number }): void {
    for (const [dx, bits] of glyph.entries()) {
      for (let dy = 0; dy < 7; dy += 1) if ((bits >> dy) & 1) dot(at.x + dx, at.y + dy);
    }
  }

  function dot(x: number, y: number): void {
    for (let py = y * SCALE; py < (y + 1) * SCALE; py += 1) {
      for (let px = x * SCALE; px < (x + 1) * SCALE; px += 1) {
        const at = py * stride + 1 + (px >> 3);
        pixels[at] = (pixels[at] ?? 0) & ~(0x80 >> (px & 7));
      }
    }
  }
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
