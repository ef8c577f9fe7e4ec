import { request } from "node:http";
import type { Socket } from "node:net";

export interface LiveConnection {
  /** 101 if it opened, otherwise the status with which it was refused. */
  status: number;
  /** The close code, once the other side has closed. */
  closed: Promise<number>;
  end: () => void;
}

/** Opens a WebSocket with exactly the given headers, which no browser would allow. */
export function openSocket(url: URL, headers: Record<string, string> = {}): Promise<LiveConnection> {
  return new Promise((resolve, reject) => {
    const asking = request(url, {
      headers: {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
        ...headers,
      },
    });
    asking.on("upgrade", (_answer, socket) => {
      resolve({ status: 101, closed: closeCode(socket), end: () => socket.destroy() });
    });
    asking.on("response", (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, closed: Promise.resolve(0), end: () => asking.destroy() });
    });
    asking.on("error", reject);
    asking.end();
  });
}

/** Reads frames (RFC 6455, unmasked, short) until the close frame and returns its code. */
function closeCode(socket: Socket): Promise<number> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    socket.on("data", (more: Buffer) => {
      bytes = Buffer.concat([bytes, more]);
      while (bytes.length >= 2) {
        const length = (bytes[1] ?? 0) & 0x7f;
        const header = length === 126 ? 4 : 2;
        const size = length === 126 && bytes.length >= 4 ? bytes.readUInt16BE(2) : length;
        if (bytes.length < header + size) return;
        if (((bytes[0] ?? 0) & 0x0f) === 8) return resolve(size >= 2 ? bytes.readUInt16BE(header) : 1005);
        bytes = bytes.subarray(header + size);
      }
    });
    socket.on("close", () => resolve(1006));
    socket.on("error", () => resolve(1006));
  });
}
