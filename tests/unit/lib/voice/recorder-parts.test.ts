import { expect, test } from "vitest";
import { MAX_CHUNK_BYTES } from "~/domain/voice/sessions/session";
import { chunksOf, storeInOrder } from "~/lib/voice/chunks";
import { spaced, textOf } from "~/lib/voice/live-text";
import { canRetry, microphoneProblem } from "~/lib/voice/microphone-problem";
import { levelOf, recordingType } from "~/lib/voice/recorder";
import { elapsedMs, minutesText, paused, started, ZERO } from "~/lib/voice/stopwatch";
import { HOLD_MS, pressed, released } from "~/lib/voice/talk-button";

test.each([
  ["Chromium", "Google Inc.", ["audio/webm;codecs=opus", "audio/webm", "audio/mp4"], "audio/webm;codecs=opus"],
  ["Firefox", "", ["audio/webm;codecs=opus", "audio/webm", "audio/ogg;codecs=opus"], "audio/webm;codecs=opus"],
  [
    "Safari that claims to support WebM",
    "Apple Computer, Inc.",
    ["audio/webm;codecs=opus", "audio/webm", "audio/mp4"],
    "audio/mp4",
  ],
  ["an old Safari", "Apple Computer, Inc.", ["audio/mp4"], "audio/mp4"],
  ["a browser with neither format", "", ["audio/wav"], null],
])("%s records in a readable format", (_, vendor, supported, type) => {
  expect(recordingType((one) => supported.includes(one), vendor)).toBe(type);
});

test.each([
  ["InsecureError", "insecure", false],
  ["NotAllowedError", "denied", true],
  ["SecurityError", "denied", true],
  ["NotFoundError", "none", true],
  ["NotReadableError", "busy", true],
  ["NotSupportedError", "unsupported", false],
  ["TypeError", "failed", true],
] as const)("the browser's %s means the microphone is %s", (name, problem, again) => {
  expect(microphoneProblem(name)).toBe(problem);
  expect(canRetry(problem)).toBe(again);
});

test("the stopwatch counts only recorded time", () => {
  const first = paused(started(ZERO, 1000), 8000);
  expect(elapsedMs(first, 60_000)).toBe(7000);
  const second = started(first, 60_000);
  expect(started(second, 61_000)).toBe(second);
  expect(minutesText(elapsedMs(second, 63_500))).toBe("0:10");
  expect(minutesText(582_000)).toBe("9:42");
});

test("a quiet room has level zero, a close voice the full level", () => {
  const tone = (amplitude: number) =>
    Float32Array.from({ length: 1024 }, (_, at) => amplitude * Math.sin((at * Math.PI) / 16));
  expect(levelOf(new Float32Array(0))).toBe(0);
  expect(levelOf(tone(0))).toBe(0);
  expect(levelOf(tone(0.8))).toBe(1);
  expect(levelOf(tone(0.05))).toBeGreaterThan(0.4);
  expect(levelOf(tone(0.05))).toBeLessThan(0.7);
});

test("a recording is split into chunks no larger than the server accepts", () => {
  const bytes = new Uint8Array(2 * MAX_CHUNK_BYTES + 5);
  bytes.set([1, 2, 3, 4, 5], 2 * MAX_CHUNK_BYTES);
  const chunks = chunksOf(bytes.buffer);
  expect(chunks.map((chunk) => chunk.byteLength)).toEqual([MAX_CHUNK_BYTES, MAX_CHUNK_BYTES, 5]);
  expect(new Uint8Array(chunks[2] ?? new ArrayBuffer(0))).toEqual(Uint8Array.of(1, 2, 3, 4, 5));
  expect(chunksOf(new ArrayBuffer(0))).toEqual([]);
});

test("a tap records until the next tap, and a hold until it is released", () => {
  const idle = { isRecording: false, heldSince: null };
  const down = pressed(idle, 0);
  expect(down.act).toBe("talk");
  const talking = { ...down.button, isRecording: true };
  const tapped = released(talking, HOLD_MS - 1);
  expect(tapped.act).toBeNull();
  expect(released(talking, HOLD_MS).act).toBe("pause");
  // The browser's permission prompt is open: nothing is being recorded yet that could be paused.
  expect(released(down.button, 5000).act).toBeNull();
  const again = pressed(tapped.button, 9000);
  expect(again.act).toBe("pause");
  expect(released({ ...again.button, isRecording: false }, 9100).act).toBeNull();
});

test("the browser's final words are separate from interim ones", () => {
  const result = (transcript: string, isFinal: boolean) => Object.assign([{ transcript }], { isFinal });
  expect(textOf([result("no heat at ", true), result(" the Millers", true), result("send Lu", false)])).toEqual({
    final: "no heat at the Millers",
    interim: "send Lu",
  });
  expect(spaced([" typed before ", "", "said behind"])).toBe("typed before said behind");
});

test("a chunk counts once it is stored, so that the server never waits for one that was not", async () => {
  const places: number[] = [];
  let room = 2;
  const chunks = storeInOrder(async (place) => {
    if (room === 0) throw new DOMException("no room", "QuotaExceededError");
    room -= 1;
    places.push(place);
  }, 3);
  const bytes = new ArrayBuffer(1);
  await chunks.put(bytes);
  await chunks.put(bytes);
  await expect(chunks.put(bytes)).rejects.toThrow("no room");
  expect([places, chunks.count()]).toEqual([[3, 4], 5]);
});
