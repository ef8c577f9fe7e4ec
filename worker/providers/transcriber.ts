import { Buffer } from "node:buffer";
import { z } from "zod";
import type { Settings } from "#worker/env";
import type { SpokenText, Transcriber } from "~/domain/providers";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import type { HeardWord } from "~/domain/voice/sessions/session";
import { type HttpClientOptions, httpClient, nullOnFailure } from "./http-client";

type SpeechSettings = Pick<Settings, "SPEECH_API_URL" | "SPEECH_API_KEY" | "SPEECH_MODEL">;

/** For ten minutes of speech, with a margin for a busy service. */
const TIMEOUT_MS = MINUTE_MS;

/** Maximum characters of the prompt: the model accepts 224 tokens. */
const MAX_PROMPT = 600;

/** Shortest speech, after silence is cut out; below it, nobody spoke. */
const MIN_SPEECH_S = 0.5;
/** Whisper's own defaults for a segment without speech, or with the model stuck in a loop. */
const NO_SPEECH = { probability: 0.6, logprob: -1 };
const LOOPS_ABOVE = 2.4;
/** Words of a segment with a lower average log probability are marked for review. */
const UNSURE_BELOW = -0.7;

const number = z.number();
const Segment = z.object({
  text: z.string(),
  avg_logprob: number.nullish(),
  compression_ratio: number.nullish(),
  no_speech_prob: number.nullish(),
  words: z.array(z.object({ word: z.string(), start: number.min(0), end: number.min(0) })).nullish(),
});
type Segment = z.output<typeof Segment>;

const Spoken = z.object({
  text: z.string(),
  transcription_info: z.object({ language: z.string().nullish(), duration_after_vad: number.nullish() }).nullish(),
  segments: z.array(Segment).nullish(),
});

/** Workers AI's own format, bare or wrapped by its REST API. */
const Answer = z.union([z.object({ result: Spoken }).transform(({ result }) => result), Spoken]);

/**
 * Workers AI's whisper-large-v3-turbo, using its REST API (POST /ai/run/<model>). Null without its URL, key and model. Silence is
 * cut out first, and segments are not conditioned on previous ones: both make models invent words.
 */
export function whisperTranscriber(settings: SpeechSettings, deps?: HttpClientOptions["deps"]): Transcriber | null {
  const { SPEECH_API_URL: baseUrl, SPEECH_API_KEY: key, SPEECH_MODEL: model } = settings;
  if (!baseUrl || !key || !model) return null;
  const headers = { authorization: `Bearer ${key}` };
  const client = httpClient({ service: "speech", baseUrl, headers, timeoutMs: TIMEOUT_MS, deps });
  return {
    transcribe: async ({ bytes, language, names }) => {
      const json = {
        audio: Buffer.from(bytes).toString("base64"),
        task: "transcribe",
        ...(language ? { language } : {}),
        vad_filter: true,
        condition_on_previous_text: false,
        ...(names.length > 0 ? { initial_prompt: `Names: ${names.join(", ")}`.slice(0, MAX_PROMPT) } : {}),
      };
      const answer = await nullOnFailure(client.request(Answer, { method: "POST", path: `/run/${model}`, json }));
      return answer && spokenOf(answer);
    },
  };
}

function spokenOf({ text, transcription_info: info, segments }: z.output<typeof Answer>): SpokenText {
  const language = info?.language === "en" || info?.language === "es" ? info.language : null;
  const spoken = info?.duration_after_vad ?? null;
  if (spoken !== null && spoken < MIN_SPEECH_S) return { text: "", language, words: null };
  if (!segments || segments.length === 0) return { text: text.trim(), language, words: null };
  const speech = segments.filter(isSpeech);
  const words = speech.flatMap(wordsOf);
  const joined = speech.map((segment) => segment.text.trim()).join(" ");
  return { text: joined.trim(), language, words: words.length > 0 ? words : null };
}

function isSpeech({ no_speech_prob: silence, avg_logprob: logprob, compression_ratio: ratio }: Segment): boolean {
  const isSilent = (silence ?? 0) > NO_SPEECH.probability && (logprob ?? 0) < NO_SPEECH.logprob;
  return !isSilent && (ratio ?? 0) <= LOOPS_ABOVE;
}

/** Without a probability, words are marked as unsure. */
function wordsOf({ words, avg_logprob: logprob }: Segment): HeardWord[] {
  const isUnsure = logprob === null || logprob === undefined || logprob < UNSURE_BELOW;
  return (words ?? []).flatMap(({ word, start, end }) => {
    const text = word.trim();
    return text === "" ? [] : [{ text, startMs: Math.round(start * 1000), endMs: Math.round(end * 1000), isUnsure }];
  });
}
