/** "45 min", "2 h", "1 h 30 min". */
export function minutesText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(" ") || "0 min";
}

/** "1 h 5 min", "3 d 4 h", "under a minute": for what was measured rather than planned. */
export function secondsText(seconds: number): string {
  if (seconds < 60) return "under a minute";
  const minutes = Math.floor(seconds / 60);
  const days = Math.floor(minutes / 1440);
  if (days === 0) return minutesText(minutes);
  const hours = Math.floor((minutes % 1440) / 60);
  return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
}
