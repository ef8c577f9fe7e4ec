import { expect, test } from "vitest";
import { whisperTranscriber } from "#worker/providers/transcriber";
import { partOf } from "~/domain/voice/sessions/recordings/recordings.server";
import { soundOf } from "~/domain/voice/sessions/recordings/sound";

const settings = {
  SPEECH_API_URL: "https://speech.example/ai",
  SPEECH_API_KEY: "secret",
  SPEECH_MODEL: "@cf/openai/whisper-large-v3-turbo",
};
const audio = {
  bytes: Uint8Array.of(1, 2, 3),
  contentType: "audio/webm",
  language: "es",
  names: ["Ana Núñez", "Mike"],
} as const;

async function hear(answer: () => Promise<Response>) {
  const sent: { url: string; init: RequestInit }[] = [];
  const transcriber = whisperTranscriber(settings, {
    fetch: (url, init) => {
      sent.push({ url: url.href, init });
      return answer();
    },
    pause: async () => {},
  });
  return { heard: await transcriber?.transcribe(audio), sent };
}

const answered = (body: unknown, status = 200) => hear(async () => Response.json(body, { status }));
const segment = (text: string, facts: Record<string, number> = {}) => ({ text, avg_logprob: -0.3, ...facts });

test("a request omits silence, keeps segments apart and sends the language", async () => {
  const { sent } = await answered({ text: "Hola" });
  const [request] = sent;
  expect(request?.url).toBe("https://speech.example/ai/run/@cf/openai/whisper-large-v3-turbo");
  expect(new Headers(request?.init.headers).get("authorization")).toBe("Bearer secret");
  expect(JSON.parse(String(request?.init.body))).toEqual({
    audio: "AQID",
    task: "transcribe",
    language: "es",
    vad_filter: true,
    condition_on_previous_text: false,
    initial_prompt: "Names: Ana Núñez, Mike",
  });
});

test.each([
  ["by itself", { text: "No heat." }],
  ["from the REST API's wrapper", { result: { text: "No heat." }, success: true }],
])("the text is read %s", async (_, body) => {
  expect((await answered(body)).heard).toEqual({ text: "No heat.", language: null, words: null });
});

test("silent and looping segments are dropped", async () => {
  const segments = [
    segment("No heat."),
    segment("Thank you.", { no_speech_prob: 0.9, avg_logprob: -1.4 }),
    segment("la la la la", { compression_ratio: 3 }),
  ];
  expect((await answered({ text: "No heat. Thank you. la la la la", segments })).heard?.text).toBe("No heat.");
});

test("less than half a second of speech counts as none", async () => {
  const { heard } = await answered({ text: "Thank you.", transcription_info: { duration_after_vad: 0.3 } });
  expect(heard?.text).toBe("");
});

test("words have their times, and those without a high confidence are unsure", async () => {
  const words = [{ word: " heat", start: 0.5, end: 0.9 }];
  const of = (facts: Record<string, number>) =>
    answered({ text: "heat", segments: [{ text: "heat", words, ...facts }] }).then(({ heard }) => heard?.words);
  expect(await of({ avg_logprob: -0.2 })).toEqual([{ text: "heat", startMs: 500, endMs: 900, isUnsure: false }]);
  expect(await of({ avg_logprob: -0.9 })).toMatchObject([{ isUnsure: true }]);
  expect(await of({})).toMatchObject([{ isUnsure: true }]);
});

test.each([
  ["JSON of another shape", { words: [] }, 200],
  ["text that is not a string", { text: 7 }, 200],
  ["no free quota left", { errors: [{ code: 3036 }] }, 429],
  ["an unsupported recording", { errors: [{ code: 3006 }] }, 413],
  ["an error", {}, 500],
])("the result is null for %s", async (_, body, status) => {
  expect((await answered(body, status)).heard).toBeNull();
});

test("the result is null if the service does not respond", async () => {
  expect((await hear(() => Promise.reject(new Error("timed out")))).heard).toBeNull();
});

test("the result is null without the service's settings", () => {
  expect(whisperTranscriber({})).toBeNull();
});

test.each([
  ["WebM", "audio/webm", [0x1a, 0x45, 0xdf, 0xa3]],
  ["MP4", "audio/mp4", [0, 0, 0, 0x20, 0x66, 0x74, 0x79, 0x70]],
  ["Ogg", "audio/ogg", [0x4f, 0x67, 0x67, 0x53]],
  ["WAV", "audio/wav", [...Buffer.from("RIFF1234WAVE")]],
  ["MP3 without a tag", "audio/mpeg", [0xff, 0xfb]],
  ["MP3 with an ID3 tag", "audio/mpeg", [...Buffer.from("ID3")]],
])("%s is recognized as %s by its first bytes", (_, type, bytes) => {
  expect(soundOf(Uint8Array.from(bytes))).toBe(type);
});

test.each([
  ["an HTML page", [...Buffer.from("<html>")]],
  ["an empty file", []],
])("%s is not recognized as sound", (_, bytes) => {
  expect(soundOf(Uint8Array.from(bytes))).toBeNull();
});

test.each([
  ["bytes=0-3", { offset: 0, length: 4 }],
  ["bytes=8-", { offset: 8, length: 2 }],
  ["bytes=-3", { offset: 7, length: 3 }],
  ["bytes=0-99", { offset: 0, length: 10 }],
  ["bytes=10-", null],
  ["bytes=5-2", null],
  ["bytes=-", null],
  ["bytes=0-1,4-5", null],
  [undefined, null],
])("range %s of ten bytes is %j", (range, part) => {
  expect(partOf(range, 10)).toEqual(part);
});
