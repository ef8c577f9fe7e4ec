import { Landmark } from "~/components/ui/icons";

type InstitutionMarkProps = {
  name: string | null;
  /** Base64 image from the bank link. */
  logo: string | null;
  /** '#1a73e8' */
  color: string | null;
};

/** An institution's logo, otherwise its initial on its color. Decorative, because the name is next to it. */
export function InstitutionMark({ name, logo, color }: InstitutionMarkProps) {
  if (logo) {
    return (
      <img
        src={`data:image/png;base64,${logo}`}
        alt=""
        className="size-9 shrink-0 rounded-md bg-white object-contain"
      />
    );
  }
  if (!name) {
    return (
      <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-md bg-muted text-muted-foreground">
        <Landmark aria-hidden="true" className="size-4" />
      </span>
    );
  }
  return (
    <svg viewBox="0 0 36 36" aria-hidden="true" className="size-9 shrink-0 text-accent">
      <rect width="36" height="36" rx="8" fill={color ?? "currentColor"} />
      <text
        x="18"
        y="24"
        textAnchor="middle"
        fontSize="17"
        fontWeight="600"
        fill={color ? inkOn(color) : undefined}
        className={color ? undefined : "fill-foreground"}
      >
        {name.slice(0, 1).toUpperCase()}
      </text>
    </svg>
  );
}

/** Black or white, whichever has more contrast with the color (relative luminance, WCAG 2). */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000" : "#fff";
}
