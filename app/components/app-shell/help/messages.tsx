import { useDeferredValue, useState } from "react";
import { personal, readStored, writeStored } from "~/components/app-shell/stored-choices";
import { Button } from "~/components/ui/button";
import { Check, Copy, Mail } from "~/components/ui/icons";
import { Label } from "~/components/ui/label";
import { Textarea } from "~/components/ui/textarea";
import { toast } from "~/components/ui/toast-store";
import { articles } from "~/content/help";
import { searchArticles } from "~/content/help/search";
import { ArticleList } from "./article-list";

/** An email app takes no longer text from a link. */
const MAX_DRAFT_LENGTH = 4000;

/** Sends nothing: the text is a draft on this device, to copy or to open in an email app. */
export function Messages({ onRead }: { onRead: (slug: string) => void }) {
  const [text, setText] = useState(() => readStored(personal.draft) ?? "");
  const write = (next: string) => {
    setText(next);
    writeStored(personal.draft, next || null);
  };
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast({ title: "Message copied" }),
      () => toast({ tone: "bad", title: "The browser blocked copying. Select the text and copy it." }),
    );
  return (
    <>
      <Label htmlFor="new-conversation">Start a new conversation</Label>
      <Textarea
        id="new-conversation"
        rows={5}
        maxLength={MAX_DRAFT_LENGTH}
        value={text}
        aria-describedby="conversation-note"
        onChange={(event) => write(event.target.value)}
        placeholder="What were you trying to do, and what happened instead?"
        className="mt-1"
      />
      <p id="conversation-note" className="mt-2 flex items-center gap-2 text-muted-foreground text-sm">
        {text && <Check aria-hidden="true" className="size-4 shrink-0 text-ok" />}
        {text
          ? "Saved as a draft on this device. Plenum does not send it."
          : "Messages are not sent from here. What you write stays on this device."}
      </p>
      {text && (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button variant="outline" asChild size="sm">
            <a
              href={`mailto:?subject=${encodeURIComponent("A question about Plenum")}&body=${encodeURIComponent(text)}`}
            >
              <Mail />
              Open in your email app
            </a>
          </Button>
          <Button variant="outline" size="sm" onClick={copy}>
            <Copy />
            Copy text
          </Button>
        </div>
      )}
      <Suggestions text={text} onRead={onRead} />
    </>
  );
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
