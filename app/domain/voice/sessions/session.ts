import { DAY_MS } from "~/domain/shared/time/dates";
import type { Language } from "~/domain/voice/extraction/transcript";
import type { SpokenCircuit, SpokenCommand } from "./command-view";
import type { SpokenDraft } from "./draft-view";
import type { CommandEdit, DraftEdit } from "./schema";

export const SESSION_TYPES = ["work_order_creation", "job_commands"] as const;
export type SessionType = (typeof SESSION_TYPES)[number];

/** States in the database; while a session is open, its Durable Object has the details. */
export const STORED_STATES = ["open", "confirmed", "discarded", "expired"] as const;

/** States to filter by: a memo left to the office is confirmed, and to be reviewed. */
export const LISTED_STATES = [...STORED_STATES, "to_review"] as const;

export const LISTED_STATE_LABELS: Record<(typeof LISTED_STATES)[number], string> = {
  open: "To confirm",
  confirmed: "Saved",
  discarded: "Discarded",
  expired: "Expired",
  to_review: "For the office to review",
};

/** States of an open session. */
const LIVE_STATES = ["created", "listening", "processing", "needs_review"] as const;
export type LiveState = (typeof LIVE_STATES)[number];

export const SESSION_STATES = [...LIVE_STATES, "confirmed", "discarded", "expired"] as const;
export type SessionState = (typeof SESSION_STATES)[number];

export const TRANSCRIPT_SOURCES = ["typed", "browser", "model"] as const;
type TranscriptSource = (typeof TRANSCRIPT_SOURCES)[number];

export const AUDIO_TYPES = ["audio/webm", "audio/mp4", "audio/ogg", "audio/mpeg", "audio/wav"] as const;
export type AudioType = (typeof AUDIO_TYPES)[number];

export const SESSION_MS = DAY_MS;
export const MAX_CHUNK_BYTES = 1_048_576;
export const CHUNK_CUT_OFF = "The chunk did not arrive completely. Please send it again.";
export const CHUNK_TOO_LARGE = "A chunk of a recording can have at most 1 MiB.";
export const MAX_AUDIO_BYTES = 25_000_000;
export const MAX_AUDIO_MS = 600_000;
export const MAX_CHUNKS = 1200;
/** Of typed text. */
export const MAX_TEXT = 10_000;
/** Of a stored transcript; longer model output is cut off. */
export const MAX_TRANSCRIPT = 20_000;

/** Why a session could not be processed. The user can always continue: no recording is lost. */
export const PROBLEMS = {
  no_speech: "No speech detected. Say it again, or type it.",
  audio_empty: "The recording is empty. Say it again, or type it.",
  audio_too_large: "The recording is larger than 25 MB. Record at most 10 minutes.",
  audio_too_long: "The recording is longer than 10 minutes.",
  audio_type: "This kind of audio cannot be read. Send WebM, MP4, Ogg, MP3 or WAV.",
  chunks_missing: "Some of the recording has not arrived yet.",
  transcriber_unavailable: "Speech can't be turned into text here. The recording is saved; type what you said.",
  transcriber_failed: "The speech service did not respond. The recording is saved; try again, or type what you said.",
  interrupted: "Processing was interrupted. Please try again.",
} as const;
export type ProblemCode = keyof typeof PROBLEMS;

export interface Problem {
  code: ProblemCode;
  message: string;
}

export const problem = (code: ProblemCode): Problem => ({ code, message: PROBLEMS[code] });

/** A word with its time in the audio, in milliseconds. `isUnsure`: the model may have misheard it. */
export interface HeardWord {
  text: string;
  startMs: number;
  endMs: number;
  isUnsure: boolean;
}

export interface HeardText {
  text: string;
  language: Language;
  source: TranscriptSource;
  /** Absent for typed text. */
  words?: HeardWord[];
}

/** The facts of a session that never change. Instants are ISO texts. */
export interface SessionFacts {
  id: string;
  orgId: string;
  userId: string;
  sessionType: SessionType;
  workOrderId: string | null;
  spokenAt: string;
  expiresAt: string;
}

export interface ChunksReceived {
  received: number;
  bytes: number;
  /** Indexes below the highest one that have not arrived. */
  missing: number[];
}

/** A session's state in its Durable Object. */
export interface SessionLife {
  state: LiveState;
  /** Increases with every change, for clients waiting for one. */
  revision: number;
  chunks: ChunksReceived;
  transcript: HeardText | null;
  problem: Problem | null;
}

/** A recording that is complete in the file store. */
export interface StoredAudio {
  fileKey: string;
  contentType: AudioType;
  bytes: number;
  durationMs: number | null;
}

/** The parsed result, to be confirmed. */
export type Reading = { drafts: SpokenDraft[] } | { commands: SpokenCommand[]; circuits: SpokenCircuit[] };

type EditedFields = DraftEdit | CommandEdit;

/** Per session, spoken and added by hand. */
export const MAX_DRAFTS = 20;

/**
 * The user's corrections before confirmation, by index of the draft or command; indexes beyond the heard ones were added by
 * hand.
 */
export interface Edits {
  /** Increases over the whole session. */
  revision: number;
  places: { index: number; fields: EditedFields }[];
}

/** `version`: of the reading that was reviewed. */
export type Edit =
  | { kind: "set"; version: number; index: number; fields: EditedFields }
  | { kind: "add"; version: number }
  | { kind: "remove"; index: number };

export type Edited =
  | { kind: "kept"; edits: Edits; index: number }
  | { kind: "not_read" }
  | { kind: "outdated"; version: number }
  | { kind: "no_place" }
  | { kind: "full" };

/** What is confirmed; the version identifies the reading that was reviewed. */
export interface Review {
  version: number;
  reading: Reading;
  edits: Edits;
  transcript: HeardText;
  audio: StoredAudio | null;
}

interface ProcessBase {
  /** The same key identifies the same request. */
  key: string;
  language: Language | null;
  durationMs: number | null;
}

export type ProcessRequest =
  /** `chunks`: of the recording behind the text, if one was sent. */
  | (ProcessBase & { kind: "text"; text: string; source: "typed" | "browser"; chunks: number | null })
  | (ProcessBase & { kind: "chunks"; chunks: number })
  | (ProcessBase & { kind: "file"; audio: StoredAudio });

/** `over`: the session ended while it was being processed. */
export type Processed = { kind: "read" | "busy" | "over" } | { kind: "refused"; problem: Problem; missing?: number[] };

export interface Chunk {
  index: number;
  bytes: number;
  sha256: string;
  contentType: AudioType;
}

/** `wanted`: its bytes are to be stored now. */
export type ChunkTaken = "wanted" | "known" | "other_bytes" | "other_type" | "too_large" | "busy";

/**
 * The Durable Object of one session. Every call passes the session's facts, so that an object called for the first time can
 * initialize.
 */
export interface VoiceSessionObject {
  look: (facts: SessionFacts) => Promise<SessionLife>;
  takeChunk: (facts: SessionFacts, chunk: Chunk) => Promise<ChunkTaken>;
  /** Called when its bytes are in the file store. */
  chunkStored: (facts: SessionFacts, chunk: Chunk) => Promise<SessionLife>;
  process: (facts: SessionFacts & { orgKey: number; timeZone: string }, request: ProcessRequest) => Promise<Processed>;
  /** Null while there is nothing to review. */
  review: (facts: SessionFacts) => Promise<Review | null>;
  edit: (facts: SessionFacts, edit: Edit) => Promise<Edited>;
  /** Notifies waiting clients that the session has ended, and deletes its state. */
  end: () => Promise<void>;
}

/** Folder of a session's audio. */
export const audioFolder = ({ orgId, id }: Pick<SessionFacts, "orgId" | "id">) => `voice/${orgId}/${id}/`;
export const chunkKey = (facts: Pick<SessionFacts, "orgId" | "id">, index: number) =>
  `${audioFolder(facts)}${String(index).padStart(5, "0")}`;

export function audioType(header: string): AudioType | null {
  const [type = ""] = header.toLowerCase().split(";");
  const plain = type.trim().replace("audio/x-wav", "audio/wav").replace("audio/mp3", "audio/mpeg");
  return AUDIO_TYPES.find((known) => known === plain) ?? null;
}
