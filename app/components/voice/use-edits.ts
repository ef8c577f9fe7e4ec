import { useEffect, useRef, useState } from "react";
import type { ApiAnswer } from "~/lib/api-request";
import { askVoice, keepEdit, refusalText } from "~/lib/voice/session-api";
import { paths } from "~/paths";

/** Corrections as stored on the server; the higher `revision` is the newer. */
export interface KnownEdits<F> {
  revision: number;
  places: readonly { index: number; fields: F }[];
}

interface EditsOf<F> {
  sessionId: string;
  of: "drafts" | "commands";
  /** Version of the transcript result being reviewed. */
  version: number;
  edits: KnownEdits<F>;
  /** The session was processed again or is over, so its current state has to be loaded. */
  onOutdated: () => void;
}

type Unsaved<F> = ReadonlyMap<number, F>;

const TYPING_MS = 500;
const AGAIN_MS = 5000;

/**
 * Corrections made to fields before confirmation. Each is stored with the session as it is made, and shows in every
 * tab; unsaved ones take precedence.
 */
export function useEdits<F extends object>({ sessionId, of, version, edits, onOutdated }: EditsOf<F>) {
  const [answered, setAnswered] = useState(edits);
  const [unsaved, setUnsaved] = useState<Unsaved<F>>(new Map());
  const [problem, setProblem] = useState<string | null>(null);
  const known = answered.revision > edits.revision ? answered : edits;
  const now = useRef({ unsaved, isSaving: false, onOutdated });
  now.current.onOutdated = onOutdated;

  function change(next: Unsaved<F>): void {
    now.current.unsaved = next;
    setUnsaved(next);
  }

  function take(answer: ApiAnswer | null): boolean {
    if (answer?.status === 409 || answer?.status === 404) now.current.onOutdated();
    if (!answer || answer.status >= 300 || !isEdits<F>(answer.body)) {
      setProblem(answer ? refusalText(answer) : "No connection. What you entered is not saved yet.");
      return false;
    }
    setProblem(null);
    const { body } = answer;
    setAnswered((all) => (body.revision > all.revision ? body : all));
    return true;
  }

  const save = async () => {
    if (now.current.isSaving) return;
    now.current.isSaving = true;
    try {
      for (const [index, fields] of now.current.unsaved) {
        if (!take(await keepEdit(sessionId, { of, index, version, fields }))) return;
        change(without(now.current.unsaved, index, fields));
      }
    } finally {
      now.current.isSaving = false;
    }
  };
  const latest = useRef(save);
  latest.current = save;

  // Saves once typing pauses; retries corrections that could not be saved.
  useEffect(() => {
    if (unsaved.size === 0) return;
    const timer = setTimeout(() => void latest.current(), TYPING_MS);
    const again = setInterval(() => void latest.current(), AGAIN_MS);
    return () => {
      clearTimeout(timer);
      clearInterval(again);
    };
  }, [unsaved]);

  // Saves pending corrections when the page is left.
  useEffect(() => {
    const leave = () => {
      for (const [index, fields] of now.current.unsaved)
        void keepEdit(sessionId, { of, index, version, fields, isLast: true });
    };
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [sessionId, of, version]);

  return {
    places: known.places.map(({ index }) => index),
    fieldsOf: (index: number): Partial<F> => ({
      ...known.places.find((place) => place.index === index)?.fields,
      ...unsaved.get(index),
    }),
    edit: (index: number, fields: F) => {
      const next = new Map(now.current.unsaved);
      change(next.set(index, { ...next.get(index), ...fields }));
    },
    add: async () => {
      take(await askVoice("POST", paths.apiVoiceSession(sessionId, of), { body: { version } }));
    },
    remove: async (index: number) => {
      const left = new Map(now.current.unsaved);
      left.delete(index);
      change(left);
      take(await askVoice("DELETE", paths.apiVoiceSession(sessionId, of, index)));
    },
    /** Discards pending corrections once everything has been created. */
    forget: () => change(new Map()),
    state: problem ? ("unsaved" as const) : unsaved.size > 0 ? ("saving" as const) : savedState(known),
    problem,
  };
}

const savedState = ({ places }: KnownEdits<object>) =>
  places.length > 0 ? ("saved" as const) : ("untouched" as const);

/** Removes saved fields, except those changed again while saving. */
function without<F extends object>(unsaved: Unsaved<F>, index: number, saved: F): Unsaved<F> {
  const next = new Map(unsaved);
  const before: Partial<F> = { ...saved };
  const left = Object.entries(next.get(index) ?? {}).filter(([name, value]) => Reflect.get(before, name) !== value);
  next.delete(index);
  // Guarantee: these fields are a subset of F's.
  if (left.length > 0) next.set(index, Object.fromEntries(left) as F);
  return next;
}

function isEdits<F>(body: object): body is KnownEdits<F> {
  return "revision" in body && typeof body.revision === "number" && "places" in body && Array.isArray(body.places);
}
