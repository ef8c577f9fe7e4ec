import { Kbd } from "./ui/kbd";

type KeyboardHintProps = { keys: readonly string[]; children?: string };

/** Keys that do the same, beside what they do. Not shown where fingers are the pointer. */
export function KeyboardHint({ keys, children }: KeyboardHintProps) {
  return (
    <span className="inline-flex items-center gap-1 text-muted text-xs touch:hidden">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      {children && <span className="ml-1">{children}</span>}
    </span>
  );
}
