/** The JPEG with the Exif orientation of a camera held upright: the stored picture must be rotated 90 degrees clockwise. */
export function heldUpright(jpeg: Buffer): Buffer {
  // TIFF header with one entry: orientation (0x0112), one short, value 6.
  const tiff = Buffer.from("4d4d002a0000000800010112000300000001000600000000" + "0000", "hex");
  const exif = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(exif.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, exif, jpeg.subarray(2)]);
}
