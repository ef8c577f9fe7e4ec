import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { BUSY, BUSY_SECONDS, DomainError } from "~/domain/shared/errors";

/** scrypt parameters from OWASP's list within workerd's cap: 16 MiB, about two thirds of the time of N=2^15, p=3. */
const current = { logN: 14, r: 8, p: 5 };
const maxmem = 64 * 1024 * 1024;
const keyBytes = 32;

/** A dummy hash, compared for unknown users so that the response takes equally long. */
const dummyHash = "$scrypt$ln=14,r=8,p=5$cGxlbnVtLW5vLXVzZXItMQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/** PHC string `$scrypt$ln=14,r=8,p=5$salt$hash` (base64 without padding). */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, current);
  return `$scrypt$ln=${current.logN},r=${current.r},p=${current.p}$${bare(salt)}$${bare(key)}`;
}

/** Compares in constant time; `rehash` is true if the parameters have changed since. */
export async function checkPassword(
  password: string,
  stored: string | null,
): Promise<{ ok: boolean; rehash: boolean }> {
  const parts = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored ?? dummyHash);
  if (!parts) return { ok: false, rehash: false };
  const [, logN, r, p, salt = "", hash = ""] = parts;
  const parameters = { logN: Number(logN), r: Number(r), p: Number(p) };
  const expected = Buffer.from(hash, "base64");
  const actual = await derive(password, Buffer.from(salt, "base64"), parameters);
  const ok = stored !== null && expected.length === actual.length && timingSafeEqual(expected, actual);
  const rehash = ok && (parameters.logN !== current.logN || parameters.r !== current.r || parameters.p !== current.p);
  return { ok, rehash };
}

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** About ten seconds of work; later requests are told to retry. */
const MAX_WAITING = 60;

/** One at a time: two concurrent derivations would block an isolate's other requests for twice as long. */
function derive(password: string, salt: Buffer, { logN, r, p }: typeof current): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem };
  const work = () =>
    new Promise<Buffer>((resolve, reject) => {
      scrypt(password.normalize("NFKC"), salt, keyBytes, options, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  if (waiting >= MAX_WAITING) throw new DomainError("unavailable", BUSY, { retryAfter: BUSY_SECONDS });
  waiting += 1;
  const mine = last.then(work, work).finally(() => {
    waiting -= 1;
  });
  last = mine.catch(() => undefined);
  return mine;
}

function bare(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
