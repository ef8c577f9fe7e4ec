import { Form } from "@remix-run/react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { Send } from "~/components/ui/icons";
import { Textarea } from "~/components/ui/textarea";
import { type ChatSubject, MAX_QUESTION } from "~/domain/chat/message";
import type { Answering } from "./use-answer";

type ComposerProps = {
  answering: Answering;
  /** Null: a new conversation. */
  conversationId: string | null;
  about: ChatSubject;
  formKey: string;
};

const draftKey = (conversationId: string | null) => `plenum-chat-${conversationId ?? "new"}`;

/** The question field: Enter sends it. The text stays until the question is stored. */
export function Composer({ answering, conversationId, about, formKey }: ComposerProps) {
  const [text, setText] = useState("");
  const box = useRef<HTMLTextAreaElement>(null);
  const sent = useRef<string | null>(null);
  const { running, isBusy } = answering;
  const stored = running?.question ?? null;

  // Restores the draft stored in the browser.
  useEffect(() => setText(sessionStorage.getItem(draftKey(conversationId)) ?? ""), [conversationId]);

  // Once the question sent from here is stored, it is shown in the conversation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per stored question
  useEffect(() => {
    if (stored === null || stored.text !== sent.current) return;
    sent.current = null;
    if (text.trim() === stored.text) type("");
  }, [stored?.id]);

  function type(value: string): void {
    setText(value);
    if (value) sessionStorage.setItem(draftKey(conversationId), value);
    else sessionStorage.removeItem(draftKey(conversationId));
  }

  function send(event?: FormEvent): void {
    event?.preventDefault();
    if (text.trim() === "" || isBusy) return;
    sent.current = text.trim();
    answering.ask({ text: text.trim(), conversationId: conversationId ?? undefined, about });
    box.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const sends = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
    // On phones, Enter starts a new line.
    if (!sends || window.matchMedia("(pointer: coarse)").matches) return;
    event.preventDefault();
    send();
  }

  return (
    <Form method="post" onSubmit={send} className="mx-auto flex w-full max-w-3xl items-end gap-2">
      <input type="hidden" name="idempotencyKey" value={formKey} />
      {conversationId ? (
        <input type="hidden" name="intent" value="ask" />
      ) : (
        <input type="hidden" name="about" value={about} />
      )}
      <Textarea
        ref={box}
        name="text"
        rows={1}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        maxLength={MAX_QUESTION}
        required
        aria-label="Your question"
        placeholder={about === "business" ? "Ask about your business" : "Ask about your household"}
        className="max-h-40 min-h-control flex-1 resize-none"
      />
      {/* Two separate buttons: if one turned into the other while pressed, it would send the question again. */}
      {isBusy ? (
        <Button key="stop" variant="outline" onClick={answering.cancel} className="flex-none">
          Stop
        </Button>
      ) : (
        <Button key="ask" type="submit" aria-label="Ask" size="icon" className="flex-none">
          <Send />
        </Button>
      )}
    </Form>
  );
}
