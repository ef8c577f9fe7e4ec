import { cn } from "~/lib/utils";
import { toneFill } from "./tone";

const tints = [toneFill.info, toneFill.active, toneFill.cool, toneFill.heat, toneFill.ok, toneFill.neutral];

/** Up to two initials: 'Luis Ortega' is LO, 'Northside' is N, and a phone number without a name is #. */
export function initials(name: string): string {
  if (/\d/.test(name) && !/\p{L}/u.test(name)) return "#";
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return letters
    .map((word) => word?.[0] ?? "")
    .join("")
    .toLocaleUpperCase("en-US");
}

type AvatarProps = { name: string; size?: "small" | "medium" | "large"; className?: string };

/** Decorative, shown next to a name and never instead of it. */
export function Avatar({ name, size = "medium", className }: AvatarProps) {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  const measure = { small: "size-6 text-xs", medium: "size-8 text-xs", large: "size-12 text-base" }[size];
  return (
    <span aria-hidden="true" className={cn("avatar", tints[sum % tints.length], measure, className)}>
      {initials(name)}
    </span>
  );
}
