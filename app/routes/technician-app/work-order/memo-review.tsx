import { useCallback, useEffect, useState } from "react";
import { Button } from "~/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import { NativeSelect } from "~/components/ui/native-select";
import { Skeleton } from "~/components/ui/skeleton";
import { toast } from "~/components/ui/toast-store";
import { HeardWords } from "~/components/voice/heard-words";
import { ReadAgain } from "~/components/voice/read-again";
import { SayAgain } from "~/components/voice/say-again";
import { type KnownEdits, useEdits } from "~/components/voice/use-edits";
import { useSessionChanges } from "~/components/voice/use-session-changes";
import { useSound } from "~/components/voice/use-sound";
import { METERING_DEVICE_LABELS, METERING_DEVICES } from "~/domain/refrigerant/charge";
import { choicesOf } from "~/domain/shared/choices";
import type { SpokenCircuit, SpokenCommand } from "~/domain/voice/sessions/command-view";
import type { CommandEdit } from "~/domain/voice/sessions/schema";
import type { HeardText, Problem, SessionState } from "~/domain/voice/sessions/session";
import { deleteRecordingOf } from "~/lib/voice/recordings";
import { askVoice, discardSession, refusalText } from "~/lib/voice/session-api";
import { paths } from "~/paths";
import { CommandField } from "./command-field";
import { type CommandForm, confirmedOf, errorsOf, formOf } from "./memo-form";

interface MemoReading {
  state: SessionState;
  isForOffice: boolean;
  transcript: HeardText | null;
  problem: Problem | null;
  revision: number;
  version: number;
  commands: SpokenCommand[];
  circuits: SpokenCircuit[];
  edits: KnownEdits<CommandEdit>;
  /** Indexes of commands that are saved, if others were refused. */
  written: number[];
}

type MemoReviewProps = { sessionId: string; onDone: () => void; onReadAgain: (sessionId: string) => void };

const OVER: Partial<Record<SessionState, string>> = {
  confirmed: "This memo is saved already.",
  discarded: "This memo was discarded. Nothing was saved.",
  expired: "This memo waited for more than a day and was not saved.",
};

const FOR_OFFICE = "You are no longer on this job. The office has what you said and reviews it.";

const OFFLINE = "No connection. Nothing was saved; the memo stays here. Try again once you are connected.";

/** What a memo would save, to be corrected, excluded, and confirmed with one button. */
export function MemoReview({ sessionId, onDone, onReadAgain }: MemoReviewProps) {
  const [reading, setReading] = useState<MemoReading | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const read = useCallback(async () => {
    setProblem(null);
    const found = await fetchMemoReading(sessionId);
    if (typeof found === "string") setProblem(found);
    else setReading(found);
  }, [sessionId]);

  // Loaded in the browser, so that the job's screen works offline.
  useEffect(() => void read(), [read]);
  const isOver = reading !== null && OVER[reading.state] !== undefined;
  useSessionChanges(sessionId, {
    ...{ isOpen: reading !== null && !isOver, revision: reading?.revision ?? 0, onChange: () => void read() },
  });

  async function discard() {
    const answer = await discardSession(sessionId);
    if (!answer || (answer.status >= 300 && answer.status !== 404)) {
      return setProblem(answer ? refusalText(answer) : OFFLINE);
    }
    await deleteRecordingOf(sessionId);
    onDone();
  }

  return (
    <Dialog open onOpenChange={onDone}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Review what you said</DialogTitle>
        </DialogHeader>
        {reading === null || isOver ? (
          <>
            <DialogBody className="flex flex-col gap-4">
              {isOver && <p>{reading.isForOffice ? FOR_OFFICE : OVER[reading.state]}</p>}
              {reading?.state === "expired" && <ReadAgain sessionId={sessionId} onRead={onReadAgain} />}
              {!isOver && !problem && <Skeleton className="h-48" />}
              {problem && (
                <p role="alert" className="font-medium text-bad">
                  {problem}
                </p>
              )}
            </DialogBody>
            <DialogFooter>
              <Button variant="outline" size="lg" onClick={onDone}>
                Close
              </Button>
              {problem && (
                <Button variant="outline" size="lg" onClick={() => void read()}>
                  Try again
                </Button>
              )}
              {isOver && (
                <Button variant="outline" size="lg" onClick={() => void deleteRecordingOf(sessionId).then(onDone)}>
                  Remove
                </Button>
              )}
            </DialogFooter>
          </>
        ) : (
          <Commands
            key={reading.version}
            {...{ sessionId, reading, problem, onDone }}
            onRead={() => void read()}
            onDiscard={() => void discard()}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}

type CommandsProps = Omit<MemoReviewProps, "onReadAgain"> & {
  reading: MemoReading;
  problem: string | null;
  onRead: () => void;
  onDiscard: () => void;
};

function Commands({ sessionId, reading, problem, onDone, onRead, onDiscard }: CommandsProps) {
  const { commands, circuits, transcript, version, written } = reading;
  const edits = useEdits<CommandEdit>({
    ...{ sessionId, of: "commands", version, edits: reading.edits, onOutdated: onRead },
  });
  const forms = commands.map((command): CommandForm => ({ ...formOf(command), ...edits.fieldsOf(command.index) }));
  const [errors, setErrors] = useState(() => errorsOf(undefined));
  const [message, setMessage] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const sound = useSound(sessionId);
  // All measurements form one reading of one circuit; the first one determines which.
  const gauge = commands.find(({ kind }) => kind === "measured")?.index ?? 0;
  const { serviceGroupId, metering } = edits.fieldsOf(gauge);
  const isWritten = ({ index }: { index: number }) => written.includes(index);
  const wanted = forms.filter((form) => !form.isLeftOut && !isWritten(form)).length;

  async function save(isConfirmed?: true) {
    setSending(true);
    setMessage(null);
    const sent = commands.flatMap((command, place) => {
      const form = forms[place];
      return form ? [confirmedOf(command, form)] : [];
    });
    const answer = await askVoice("POST", paths.apiVoiceSession(sessionId, "apply"), {
      body: { version, commands: sent, reading: { serviceGroupId, metering, isConfirmed } },
    });
    setSending(false);
    if (!answer) return setMessage(OFFLINE);
    if (answer.status >= 300) {
      setErrors(errorsOf(answer.body.fields));
      setMessage(refusalText(answer));
      // Commands before the refused one are saved.
      return onRead();
    }
    edits.forget();
    await deleteRecordingOf(sessionId);
    toast({ title: wanted === 1 ? "1 entry saved." : `${wanted} entries saved.`, tone: "ok" });
    onDone();
  }

  return (
    <>
      <DialogBody className="flex flex-col gap-4">
        {transcript && <HeardWords transcript={transcript} />}
        {written.length === 0 && (
          <SayAgain
            key={transcript?.text}
            sessionId={sessionId}
            text={transcript?.text ?? ""}
            problem={reading.problem?.message ?? null}
            isRead={reading.state === "needs_review"}
            hint="Type it with the numbers and their names."
            onRead={onRead}
          />
        )}
        {reading.state === "needs_review" && commands.length === 0 && (
          <p role="status">Nothing to save was found in these words. Correct them, or discard the memo.</p>
        )}
        <ul className="flex flex-col divide-y-2 divide-border">
          {commands.map((command, place) => {
            const form = forms[place];
            return (
              form && (
                <li key={command.index} className="py-4">
                  <CommandField
                    {...{ command, form, sound }}
                    isWritten={isWritten(command)}
                    error={errors.of(place)}
                    onChange={(part) => edits.edit(form.index, part)}
                  />
                </li>
              )
            );
          })}
        </ul>
        {(errors.asksFor.has("reading.serviceGroupId") || serviceGroupId !== undefined) && (
          <NativeSelect
            aria-label="Circuit that was measured"
            placeholder="Choose the circuit"
            value={serviceGroupId ?? ""}
            choices={circuits.map(({ serviceGroupId, label }) => ({ value: serviceGroupId, label }))}
            onChange={({ currentTarget: { value } }) => edits.edit(gauge, { serviceGroupId: value })}
          />
        )}
        {(errors.asksFor.has("reading.metering") || metering !== undefined) && (
          <NativeSelect
            aria-label="Metering device"
            placeholder="Choose the metering device"
            value={metering ?? ""}
            choices={choicesOf(METERING_DEVICES, METERING_DEVICE_LABELS)}
            onChange={({ currentTarget: { value } }) => edits.edit(gauge, { metering: meteringOf(value) })}
          />
        )}
        {edits.problem && (
          <p role="status" className="font-medium text-bad">
            {edits.problem}
          </p>
        )}
        {(message ?? problem) && (
          <p role="alert" className="font-medium text-bad">
            {message ?? problem}
          </p>
        )}
        {errors.asksFor.has("reading.isConfirmed") && (
          <Button variant="outline" size="lg" onClick={() => void save(true)}>
            Yes, the readings are right
          </Button>
        )}
      </DialogBody>
      <DialogFooter>
        {written.length === 0 ? (
          <Button variant="outline" size="lg" onClick={onDiscard}>
            Discard memo
          </Button>
        ) : (
          <Button variant="outline" size="lg" onClick={onDone}>
            Close
          </Button>
        )}
        {commands.length > 0 && (
          <Button
            variant="default"
            size="lg"
            loading={isSending}
            disabled={wanted + written.length === 0}
            onClick={() => void save()}
          >
            {saveLabel(wanted, written.length > 0)}
          </Button>
        )}
      </DialogFooter>
    </>
  );
}

const meteringOf = (value: string) => METERING_DEVICES.find((device) => device === value);

/** If nothing is left to save, everything saved so far is final. */
function saveLabel(wanted: number, isPartlyWritten: boolean): string {
  if (wanted === 0 && isPartlyWritten) return "Leave out the rest";
  return wanted === 1 ? "Save 1 entry" : `Save ${wanted} entries`;
}

/** The session with what it would save, or a message if it could not be loaded. */
async function fetchMemoReading(sessionId: string): Promise<MemoReading | string> {
  const [session, preview] = await Promise.all([
    askVoice("GET", paths.apiVoiceSession(sessionId)),
    askVoice("GET", paths.apiVoiceSession(sessionId, "preview-actions")),
  ]);
  if (!session || !preview) return OFFLINE;
  if (session.status >= 300) return refusalText(session);
  // A session that is over, or not processed yet, has no preview.
  if (preview.status >= 300 && preview.status !== 409) return refusalText(preview);
  const empty = { version: 0, commands: [], circuits: [], written: [], edits: { revision: 0, places: [] } };
  const reading = { ...empty, ...session.body, ...(preview.status < 300 ? preview.body : {}) };
  return isMemoReading(reading) ? reading : "The memo could not be loaded.";
}

/** The API's documented response to a request for a session. */
const isMemoReading = (answer: object): answer is MemoReading =>
  "state" in answer && "transcript" in answer && "problem" in answer;
