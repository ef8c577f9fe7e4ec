/** An entry of a ZIP file: written before its bytes and again in the directory at the end. */
export interface ZipRecord {
  name: string;
  crc32: number;
  /** The size in the file, compressed or not. */
  storedBytes: number;
  bytes: number;
  isDeflated: boolean;
  /** 'YYYY-MM-DD', from 1980 on. A ZIP file has local dates and times. */
  date: string;
  /** 'HH:MM'; midnight if absent. */
  time?: string;
}

const MAX_32 = 0xffffffff;
const MAX_16 = 0xffff;

/** APPNOTE.TXT 4.3.7; names in UTF-8. Sizes below 4 GB, which every entry of ours has. */
export function localHeader(record: ZipRecord): Uint8Array {
  const name = new TextEncoder().encode(record.name);
  const whole = new Uint8Array(30 + name.length);
  const view = new DataView(whole.buffer);
  view.setUint32(0, 0x04034b50, true);
  common(view, 4, record, name.length);
  whole.set(name, 30);
  return whole;
}

/** APPNOTE.TXT 4.3.12, with the 64-bit offset of 4.5.3 where the entry lies beyond 4 GB. */
export function directoryRecord(record: ZipRecord, offset: number): Uint8Array {
  const name = new TextEncoder().encode(record.name);
  const isFar = offset >= MAX_32;
  const whole = new Uint8Array(46 + name.length + (isFar ? 12 : 0));
  const view = new DataView(whole.buffer);
  view.setUint32(0, 0x02014b50, true);
  view.setUint16(4, isFar ? 45 : 20, true);
  common(view, 6, record, name.length);
  if (isFar) {
    view.setUint16(6, 45, true);
    view.setUint16(30, 12, true);
  }
  view.setUint32(42, isFar ? MAX_32 : offset, true);
  whole.set(name, 46);
  if (isFar) {
    const extra = 46 + name.length;
    view.setUint16(extra, 1, true);
    view.setUint16(extra + 2, 8, true);
    view.setBigUint64(extra + 4, BigInt(offset), true);
  }
  return whole;
}

/** The end of the directory (4.3.16), preceded by its 64-bit form (4.3.14, 4.3.15) if the values do not fit. */
export function directoryEnd({ entries, size, offset }: { entries: number; size: number; offset: number }): Uint8Array {
  const isLarge = entries >= MAX_16 || size >= MAX_32 || offset >= MAX_32;
  const whole = new Uint8Array(isLarge ? 98 : 22);
  const view = new DataView(whole.buffer);
  if (isLarge) {
    view.setUint32(0, 0x06064b50, true);
    view.setBigUint64(4, 44n, true);
    view.setUint16(12, 45, true);
    view.setUint16(14, 45, true);
    for (const at of [24, 32]) view.setBigUint64(at, BigInt(entries), true);
    view.setBigUint64(40, BigInt(size), true);
    view.setBigUint64(48, BigInt(offset), true);
    view.setUint32(56, 0x07064b50, true);
    view.setBigUint64(64, BigInt(offset + size), true);
    view.setUint32(72, 1, true);
  }
  const end = whole.length - 22;
  view.setUint32(end, 0x06054b50, true);
  for (const at of [8, 10]) view.setUint16(end + at, Math.min(entries, MAX_16), true);
  view.setUint32(end + 12, Math.min(size, MAX_32), true);
  view.setUint32(end + 16, Math.min(offset, MAX_32), true);
  return whole;
}

/** The part common to both headers. */
function common(view: DataView, at: number, record: ZipRecord, name: number) {
  const { crc32, storedBytes, bytes, isDeflated, date, time = "00:00" } = record;
  view.setUint16(at, 20, true);
  view.setUint16(at + 2, 0x0800, true);
  view.setUint16(at + 4, isDeflated ? 8 : 0, true);
  view.setUint16(at + 6, dosTime(time), true);
  view.setUint16(at + 8, dosDate(date), true);
  view.setUint32(at + 10, crc32, true);
  view.setUint32(at + 14, storedBytes, true);
  view.setUint32(at + 18, bytes, true);
  view.setUint16(at + 22, name, true);
}

function dosTime(time: string): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return (hour << 11) | (minute << 5);
}

function dosDate(date: string): number {
  const [year = 1980, month = 1, day = 1] = date.split("-").map(Number);
  return ((Math.max(1980, year) - 1980) << 9) | (month << 5) | day;
}
