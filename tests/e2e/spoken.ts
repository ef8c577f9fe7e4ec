/** The Admin's session that waited for two days without being confirmed. */
export const EXPIRED_SESSION = "0e000000-0000-4000-8000-000000000001";

/** A job with a voice session whose words have timestamps. */
export const SPOKEN_JOB = 12;
const RECORDING_SECONDS = 6;

/** Creates what a browser cannot: a session from a past day, and a transcript with word timestamps. */
export async function seedSpoken(
  db: D1Database,
  storeFile: (name: string, bytes: Uint8Array, contentType: string) => Promise<void>,
): Promise<void> {
  const admin = await db
    .prepare("SELECT m.* FROM members m JOIN users u ON u.id = m.user_id WHERE u.email = 'admin@example.com'")
    .first<{ org_id: string; user_id: string }>();
  const [orgId, userId] = [admin?.org_id ?? "", admin?.user_id ?? ""];
  const [spoken, ended] = [48, 24].map((hours) => new Date(Date.now() - hours * 3_600_000).toISOString());
  const sound = waveOf(RECORDING_SECONDS);
  const heard = [
    { field: "Customer", words: "Ana Torres", atMs: 800 },
    { field: "Problem", words: "no heat upstairs", atMs: 4000 },
  ];
  await db.batch([
    db
      .prepare(
        `INSERT INTO voice_sessions (org_id, id, user_id, session_type, state, spoken_at, created_at, expires_at, ended_at, sent_at)
         VALUES (?4, ?1, ?5, 'work_order_creation', 'expired', ?2, ?2, ?3, ?3, ?2)`,
      )
      .bind(EXPIRED_SESSION, spoken, ended, orgId, userId),
    db
      .prepare(
        `INSERT INTO work_order_recordings (org_id, work_order_id, id, transcript, language, source, file_key, content_type, bytes,
           duration_ms, user_id, spoken_at, recorded_at, heard)
         SELECT w.org_id, w.id, ?2, 'Ana Torres has no heat upstairs.', 'en', 'model', 'voice/said', 'audio/wav', ?3, ?4, ?8, ?5, ?5, ?6
         FROM work_orders w WHERE w.org_id = ?7 AND w.number = ?1`,
      )
      .bind(
        ...[SPOKEN_JOB, crypto.randomUUID(), sound.length, RECORDING_SECONDS * 1000, spoken, JSON.stringify(heard)],
        ...[orgId, userId],
      ),
  ]);
  await storeFile("voice/said", sound, "audio/wav");
}

/** A quiet tone: 16-bit samples, mono, 8 kHz. */
function waveOf(seconds: number): Uint8Array {
  const rate = 8000;
  const samples = Int16Array.from(
    { length: seconds * rate },
    (_, at) => 2000 * Math.sin((at * 440 * 2 * Math.PI) / rate),
  );
  const wave = new DataView(new ArrayBuffer(44 + samples.byteLength));
  const letters = (at: number, text: string) => {
    for (const [n, one] of [...text].entries()) wave.setUint8(at + n, one.charCodeAt(0));
  };
  letters(0, "RIFF");
  wave.setUint32(4, 36 + samples.byteLength, true);
  letters(8, "WAVEfmt ");
  wave.setUint32(16, 16, true);
  wave.setUint16(20, 1, true);
  wave.setUint16(22, 1, true);
  wave.setUint32(24, rate, true);
  wave.setUint32(28, rate * 2, true);
  wave.setUint16(32, 2, true);
  wave.setUint16(34, 16, true);
  letters(36, "data");
  wave.setUint32(40, samples.byteLength, true);
  for (const [n, sample] of samples.entries()) wave.setInt16(44 + 2 * n, sample, true);
  return new Uint8Array(wave.buffer);
}
