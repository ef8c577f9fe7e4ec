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
  neutral: "bg-accent text-muted-foreground",
  info: "bg-info-soft text-info",
  active: "bg-active-soft text-active",
  ok: "bg-ok-soft text-ok",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  heat: "bg-heat-soft text-heat",
  cool: "bg-cool-soft text-cool",
};
