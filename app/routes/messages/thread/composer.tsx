import { Form, useLoaderData } from "@remix-run/react";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { ImageUp, Send, X } from "~/components/ui/icons";
import { Textarea } from "~/components/ui/textarea";
import { MAX_MESSAGE, mentionTyped, type Person } from "~/domain/messages/message";
import { shrinkPhoto } from "~/lib/shrink-photo";
import { useActionAnswer } from "~/lib/use-action-answer";
import { cn } from "~/lib/utils";
import { DeliveryOptions } from "./delivery-options";
import type { action, loader } from "./route";
import type { CustomerChannel, Outgoing } from "./use-outgoing";

const draftKey = (threadId: string) => `plenum-draft-${threadId}`;

/** The message field: Enter sends, '@' mentions someone, a picture can be attached. The draft survives leaving the page. */
export function Composer({ outgoing }: { outgoing: Outgoing }) {
  const { thread, people, channels, formKey } = useLoaderData<typeof loader>();
  const [channel, setChannel] = useState<CustomerChannel>(() =>
    channels?.text.problem === null ? "text" : channels?.mail.problem === null ? "mail" : "page",
  );
  const [now, setNow] = useState(false);
  const [body, setBody] = useState("");
  const [photo, setPhoto] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const formId = useId();
  const text = useRef<HTMLTextAreaElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const names = useNames({ people, text, body, setBody: type });
  const answer = useActionAnswer<typeof action>();
  const refused = answer && "lastResult" in answer ? answer.lastResult.error : undefined;

  // Restores the draft stored in the browser.
  useEffect(() => setBody(sessionStorage.getItem(draftKey(thread.id)) ?? ""), [thread.id]);

  function type(value: string): void {
    setBody(value);
    setProblem(null);
    if (value) sessionStorage.setItem(draftKey(thread.id), value);
    else sessionStorage.removeItem(draftKey(thread.id));
  }

  async function send(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    const words = body.trim();
    if (!words && !photo) return;
    if (photo && channels && channel === "page") return setProblem("Send the photo by text or email.");
    if (channels && /\{\w+\}/.test(words)) return setProblem("Fill in or remove the text in braces first.");
    // Emptied at once, so that a second press while the photo is prepared sends nothing again.
    type("");
    setPhoto(null);
    text.current?.focus();
    try {
      void outgoing.send(words, photo && (await shrinkPhoto(photo)), channels && { channel, now });
    } catch (error) {
      type(words);
      setPhoto(photo);
      setProblem(error instanceof Error ? error.message : "This picture cannot be sent.");
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (names.onKeyDown(event)) return;
    const sends = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
    // On phones, Enter starts a new line.
    if (!sends || window.matchMedia("(pointer: coarse)").matches) return;
    event.preventDefault();
    void send();
  }

  const error = problem ?? refused?.body?.join(" ") ?? refused?.[""]?.join(" ");
  return (
    <div className="border-border border-t px-4 py-3">
      <div className="mx-auto flex max-w-3xl flex-col gap-2">
        {error && (
          <p role="alert" id="message-error" className="text-bad text-sm">
            {error}
          </p>
        )}
        {/* Consent has a form of its own, so these controls lie outside of the message's form and name it. */}
        {channels && (
          <DeliveryOptions
            {...{ channels, channel, setChannel, now, setNow, formId }}
            threadId={thread.id}
            onTemplate={(template) => type(body.trim() ? `${body.trimEnd()}\n${template}` : template)}
          />
        )}
        <Form id={formId} method="post" onSubmit={send} className="relative flex flex-col gap-2">
          <input type="hidden" name="intent" value={channels ? "sendToCustomer" : "send"} />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          {names.list}
          {photo && (
            <p className="flex items-center gap-2 text-sm">
              <ImageUp className="size-4 flex-none" />
              <span className="min-w-0 truncate">{photo.name}</span>
              <Button variant="ghost" size="icon-sm" aria-label="Remove the photo" onClick={() => setPhoto(null)}>
                <X />
              </Button>
            </p>
          )}
          <div className="flex items-end gap-2">
            {(thread.kind !== "customer" || channel !== "page") && (
              <>
                <input
                  ref={file}
                  type="file"
                  accept="image/*"
                  hidden
                  aria-label="Photo"
                  onChange={({ target }) => {
                    setPhoto(target.files?.[0] ?? null);
                    setProblem(null);
                    target.value = "";
                  }}
                />
                <Button variant="ghost" size="icon" aria-label="Add a photo" onClick={() => file.current?.click()}>
                  <ImageUp />
                </Button>
              </>
            )}
            <Textarea
              ref={text}
              name="body"
              rows={1}
              value={body}
              onChange={(event) => type(event.target.value)}
              onKeyDown={onKeyDown}
              onSelect={names.look}
              maxLength={MAX_MESSAGE}
              aria-label={`Message to ${thread.title}`}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? "message-error" : undefined}
              placeholder="Write a message"
              className="max-h-40 min-h-control flex-1 resize-none"
            />
            <Button type="submit" aria-label="Send" size="icon" className="flex-none">
              <Send />
            </Button>
          </div>
        </Form>
      </div>
    </div>
  );
}

interface NamesOptions {
  people: readonly Person[];
  text: React.RefObject<HTMLTextAreaElement>;
  body: string;
  setBody: (body: string) => void;
}

/** Suggests people to mention while typing after '@'. */
function useNames({ people, text, body, setBody }: NamesOptions) {
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const shown =
    typed === null ? [] : people.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase())).slice(0, 6);

  function look(): void {
    const caret = text.current?.selectionStart ?? 0;
    const now = mentionTyped((text.current?.value ?? "").slice(0, caret));
    setTyped(now);
    if (now !== typed) setActive(0);
  }

  function choose({ name }: Person): void {
    const caret = text.current?.selectionStart ?? body.length;
    const from = caret - (typed ?? "").length;
    const before = `${body.slice(0, from)}${name} `;
    setBody(before + body.slice(caret));
    setTyped(null);
    text.current?.focus();
    requestAnimationFrame(() => text.current?.setSelectionRange(before.length, before.length));
  }

  function onKeyDown(event: KeyboardEvent): boolean {
    const person = shown[active];
    if (!person) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((active + step + shown.length) % shown.length);
    else if (event.key === "Enter" || event.key === "Tab") choose(person);
    else if (event.key === "Escape") setTyped(null);
    else return false;
    event.preventDefault();
    return true;
  }

  const list = shown.length > 0 && (
    <ul
      aria-label="People to mention"
      className="absolute bottom-full left-0 mb-1 min-w-56 rounded-md border border-border bg-popover p-1 shadow-popover"
    >
      {shown.map((person, index) => (
        <li key={person.id}>
          <button
            type="button"
            onClick={() => choose(person)}
            className={cn("w-full rounded-sm px-3 py-1.5 text-left hover:bg-muted", index === active && "bg-muted")}
          >
            {person.name}
          </button>
        </li>
      ))}
    </ul>
  );
  return { list, look, onKeyDown };
}
