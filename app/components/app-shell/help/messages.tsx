import { Link } from "@remix-run/react";
import { type FormEvent, useDeferredValue, useEffect, useState } from "react";
import { personal, readStored, writeStored } from "~/components/app-shell/stored-choices";
import { useShell } from "~/components/app-shell/use-shell";
import { Button } from "~/components/ui/button";
import { CircleCheck } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { Textarea } from "~/components/ui/textarea";
import { articles } from "~/content/help";
import { searchArticles } from "~/content/help/search";
import { MAX_SENDER_NAME, MAX_SUPPORT_MESSAGE } from "~/domain/support/support";
import { sendToApi } from "~/lib/api-request";
import { lookUp } from "~/lib/request";
import { paths } from "~/paths";
import { ArticleList } from "./article-list";

type Sending = { state: "writing" | "sending" | "sent"; problem: string | null };

/** Sends a message to support from any screen. Until it is sent, the text is a draft on this device. */
export function Messages({ onRead, onClose }: { onRead: (slug: string) => void; onClose: () => void }) {
  const person = useShell()?.person;
  const [text, setText] = useState(() => readStored(personal.draft) ?? "");
  const [sending, setSending] = useState<Sending>({ state: "writing", problem: null });
  const [started, setStarted] = useState<string | null>(null);
  const write = (next: string) => {
    setText(next);
    setSending({ state: "writing", problem: null });
    writeStored(personal.draft, next || null);
  };

  // Loads the form token the message is sent with, so that it is stored only once.
  useEffect(() => {
    readStart().then(setStarted, () => undefined);
  }, []);

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    setSending({ state: "sending", problem: null });
    try {
      const form = started ?? (await readStart());
      const { status, body } = await sendToApi({
        ...{ method: "POST", path: paths.apiSupportMessages(), idempotencyKey: crypto.randomUUID() },
        body: {
          ...{ body: text, started: form, page: location.pathname },
          ...{ name: given.get("name") ?? "", email: given.get("email") ?? "" },
        },
      });
      if (status !== 201) throw new Error(typeof body.message === "string" ? body.message : NOT_SENT);
      write("");
      setSending({ state: "sent", problem: null });
      setStarted(null);
      readStart().then(setStarted, () => undefined);
    } catch (error) {
      const isOwn = error instanceof Error && !(error instanceof TypeError) && !(error instanceof DOMException);
      setSending({ state: "writing", problem: isOwn ? error.message : NOT_SENT });
    }
  }

  return (
    <>
      <form onSubmit={send}>
        <Label htmlFor="new-conversation">Start a new conversation</Label>
        <Textarea
          id="new-conversation"
          rows={5}
          required
          maxLength={MAX_SUPPORT_MESSAGE}
          value={text}
          aria-describedby="conversation-note"
          onChange={(event) => write(event.target.value)}
          placeholder="What were you trying to do, and what happened instead?"
          className="mt-1"
        />
        {!person && (
          <div className="mt-3 grid gap-3 sm:grid-cols-2">
            <div>
              <Label htmlFor="support-name">Name</Label>
              <Input id="support-name" name="name" autoComplete="name" maxLength={MAX_SENDER_NAME} className="mt-1" />
            </div>
            <div>
              <Label htmlFor="support-email">Email</Label>
              <Input id="support-email" name="email" type="email" autoComplete="email" required className="mt-1" />
            </div>
          </div>
        )}
        <p id="conversation-note" className="mt-2 text-muted-foreground text-sm">
          A person replies by email. The page you are on is included{text ? "; your draft stays on this device." : "."}
        </p>
        {sending.problem && (
          <p role="alert" className="mt-2 font-medium text-bad text-sm">
            {sending.problem}
          </p>
        )}
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <Button type="submit" size="sm" loading={sending.state === "sending"}>
            Send message
          </Button>
          {person && (
            <Link to={paths.supportMessages()} onClick={onClose} className="text-link text-sm underline">
              Your messages
            </Link>
          )}
        </div>
        {sending.state === "sent" && (
          <p role="status" className="mt-3 flex items-center gap-2 text-sm">
            <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-ok" />
            Sent. We'll reply by email.
          </p>
        )}
      </form>
      <Suggestions text={text} onRead={onRead} />
    </>
  );
}

const NOT_SENT = "The message was not sent. Check your connection and try again.";

async function readStart(): Promise<string> {
  const form = await lookUp<{ started: string }>(paths.apiSupportForm());
  if (!form) throw new Error(NOT_SENT);
  return form.started;
}

/** Articles that match the typed words. */
function Suggestions({ text, onRead }: { text: string; onRead: (slug: string) => void }) {
  const deferredText = useDeferredValue(text);
  const words = [...new Set(deferredText.toLowerCase().match(/\p{L}{4,}/gu) ?? [])].slice(-12);
  const hits = new Map<(typeof articles)[number], number>();
  for (const article of words.flatMap((word) => searchArticles(word, articles)))
    hits.set(article, (hits.get(article) ?? 0) + 1);
  const best = [...hits].sort((a, b) => b[1] - a[1]).slice(0, 3);
  if (best.length === 0) return null;
  return (
    <>
      <h3 className="mt-6 mb-1 font-medium text-muted-foreground text-sm">Related articles</h3>
      <ArticleList articles={best.map(([article]) => article)} onRead={onRead} />
    </>
  );
}
