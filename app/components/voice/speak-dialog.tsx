import { type ReactNode, useEffect, useId, useRef, useSyncExternalStore } from "react";
import { Button } from "~/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import { CircleAlert } from "~/components/ui/icons";
import { Label } from "~/components/ui/label";
import { NativeSelect } from "~/components/ui/native-select";
import { Progress } from "~/components/ui/progress";
import { Textarea } from "~/components/ui/textarea";
import { formatTime } from "~/domain/shared/time/date-format";
import { MAX_TEXT } from "~/domain/voice/sessions/session";
import type { DeliveryState } from "~/lib/voice/delivery";
import type { SpokenLanguage } from "~/lib/voice/live-text";
import { canRetry, microphoneProblemTexts } from "~/lib/voice/microphone-problem";
import type { SpokenAbout } from "~/lib/voice/recordings";
import { TalkControls } from "./talk-controls";
import { type CaptureState, useCapture } from "./use-capture";
import { WaitingSessions } from "./waiting-sessions";

export type SpeakDialogProps = {
  title: string;
  /** Example of what to say. */
  example: string;
  userId: string;
  about: SpokenAbout;
  clockOffsetMs?: number;
  /** Without a connection it can be saved as a memo, which is processed once there is one. */
  onSaved?: () => void;
  /** The server has processed it and it is ready for review. */
  onRead: (sessionId: string) => void;
  onClose: () => void;
  /** URL for reviewing an earlier session that was never confirmed. */
  hrefOf?: (sessionId: string) => string;
};

const LANGUAGES = [
  { value: "en", label: "English" },
  { value: "es", label: "Español" },
];

/** Records speech or takes typed text, and has it processed. The recording stays on the device until it is confirmed. */
export function SpeakDialog(props: SpeakDialogProps) {
  const { title, example, userId, about, clockOffsetMs, onRead, onSaved, onClose, hrefOf } = props;
  const language = navigator.language.startsWith("es") ? "es" : "en";
  const capture = useCapture({ isResumed: !onSaved, userId, about, language, clockOffsetMs });
  const isOnline = useOnline();
  const { phase, text, interim, isSubmitting } = capture;
  const hasSound = phase !== "idle" && phase !== "starting";
  const keeps = onSaved && !isOnline ? onSaved : null;
  const submit = async () => {
    if (keeps) return capture.keepForLater().then(keeps);
    const submitted = await capture.submit();
    if (submitted.kind === "read") onRead(submitted.sessionId);
  };
  // Saves the whole recording so far before leaving.
  const close = () => void (hasSound ? capture.keepForLater().catch(() => undefined) : Promise.resolve()).then(onClose);
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-4">
          <TalkControls
            phase={phase}
            isFirst={text === ""}
            watch={capture.watch}
            level={capture.level}
            onTalk={() => void capture.start()}
            onPause={capture.pause}
          />
          <Trouble capture={capture} onRetry={() => void capture.start()} />
          {phase === "recorded" && capture.startedAt > 0 && !isSubmitting && (
            <p className="text-muted-foreground">
              Recorded at {formatTime(capture.startedAt, Intl.DateTimeFormat().resolvedOptions().timeZone)}. It stays on
              this device until you create the work order or discard it.
            </p>
          )}
          <Upload delivery={capture.delivery} isWaiting={capture.isWaiting} />
          <Words
            text={[text, interim].filter(Boolean).join(" ")}
            isListening={phase === "recording"}
            isBusy={isSubmitting}
            example={example}
            onWrite={capture.write}
          >
            <LanguageChoice
              language={capture.language}
              isFixed={phase === "recording" || isSubmitting}
              onChoose={capture.speakIn}
            />
          </Words>
          {hrefOf && <WaitingSessions except={capture.sessionId} hrefOf={hrefOf} />}
        </DialogBody>
        <DialogFooter>
          {hasSound || text !== "" ? (
            <Button variant="outline" onClick={() => void capture.discard()}>
              {hasSound ? "Discard recording" : "Clear"}
            </Button>
          ) : (
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
          )}
          <Button
            variant={hasSound || text !== "" ? "default" : "outline"}
            loading={isSubmitting}
            disabled={!hasSound && text.trim() === ""}
            onClick={() => void submit()}
          >
            {keeps ? "Save memo" : "Review"}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** The current problem, and what to do about it. */
function Trouble({ capture, onRetry }: { capture: CaptureState; onRetry: () => void }) {
  const { problem, notice } = capture;
  const words = problem ? microphoneProblemTexts[problem] : notice;
  if (!words) return null;
  return (
    <div role="alert" className="flex gap-3 rounded-md bg-warn-soft p-4">
      <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-warn" />
      <div className="flex flex-col items-start gap-2">
        {words}
        {problem && canRetry(problem) && (
          <Button variant="outline" size="sm" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}

/** Upload progress of the recording. */
function Upload({ delivery, isWaiting }: { delivery: DeliveryState | null; isWaiting: boolean }) {
  const isOffline = isWaiting || delivery?.kind === "waiting";
  if (!isOffline && (!delivery || delivery.total === 0)) return null;
  return (
    <div className="flex flex-col gap-1.5">
      {delivery && <Progress label="Recording sent" value={delivery.sent} max={Math.max(1, delivery.total)} />}
      <p role="status" className="text-muted-foreground text-sm">
        {isOffline
          ? "No connection. It stays on this device and continues once you are connected."
          : delivery?.kind === "idle"
            ? "Sent so far."
            : delivery?.kind === "sending" && "Sending the recording..."}
      </p>
    </div>
  );
}

type WordsProps = {
  text: string;
  isListening: boolean;
  isBusy: boolean;
  example: string;
  onWrite: (text: string) => void;
  children: ReactNode;
};

/** The live transcript if the browser provides one; otherwise typed or corrected text. */
function Words({ text, isListening, isBusy, example, onWrite, children }: WordsProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  // Focus the text rather than the talk button: a key held slightly too long would start recording.
  useEffect(() => {
    if (matchMedia("(pointer: fine)").matches) area.current?.focus();
  }, []);
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Label htmlFor={id}>{isListening ? "Transcript" : "Or type it"}</Label>
        {children}
      </div>
      <Textarea
        ref={area}
        id={id}
        aria-describedby={`${id}-hint`}
        value={text}
        maxLength={MAX_TEXT}
        readOnly={isListening || isBusy}
        autoComplete="off"
        onChange={(event) => onWrite(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} className="text-muted-foreground text-sm">
        For example: “{example}”
      </p>
    </div>
  );
}

type LanguageProps = { language: SpokenLanguage; isFixed: boolean; onChoose: (language: SpokenLanguage) => void };

function LanguageChoice({ language, isFixed, onChoose }: LanguageProps) {
  return (
    <NativeSelect
      aria-label="Language you speak"
      value={language}
      disabled={isFixed}
      choices={LANGUAGES}
      className="w-32"
      onChange={(event) => onChoose(event.currentTarget.value === "es" ? "es" : "en")}
    />
  );
}

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Whether the browser reports a network connection. */
function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}
