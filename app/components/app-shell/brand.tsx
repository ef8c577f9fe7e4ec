import { PlenumMark } from "./plenum-mark";

export function Brand() {
  return (
    <span className="inline-flex items-center gap-2 font-semibold text-base text-foreground tracking-tight">
      <PlenumMark className="size-6" />
      Plenum
    </span>
  );
}
