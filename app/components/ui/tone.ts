export const tones = ["neutral", "info", "active", "ok", "warn", "bad", "heat", "cool"] as const;
export type Tone = (typeof tones)[number];

/** Text color of a tone on a plain surface. */
export const toneText: Record<Tone, string> = {
  neutral: "text-muted-foreground",
  info: "text-info",
  active: "text-active",
  ok: "text-ok",
  warn: "text-warn",
  bad: "text-bad",
  heat: "text-heat",
  cool: "text-cool",
};

/** Text color of a tone on its own tint. */
export const toneFill: Record<Tone, string> = {
  neutral: "tone-neutral",
  info: "tone-info",
  active: "tone-active",
  ok: "tone-ok",
  warn: "tone-warn",
  bad: "tone-bad",
  heat: "tone-heat",
  cool: "tone-cool",
};
