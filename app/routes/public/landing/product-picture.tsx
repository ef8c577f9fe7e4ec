type ProductPictureProps = {
  /** Under /landing: `<name>-dark.webp` and `<name>-light.webp`, made by scripts/landing-pictures.mjs. */
  name: "scheduler";
  alt: string;
  width: number;
  height: number;
  className?: string;
};

/** A screen of the running product in the reader's theme; only the picture that is seen is fetched. */
export function ProductPicture({ name, alt, width, height, className = "" }: ProductPictureProps) {
  return (["dark", "light"] as const).map((theme) => (
    <img
      key={theme}
      src={`/landing/${name}-${theme}.webp`}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      className={`only-${theme} h-auto rounded-md border border-border ${className}`}
    />
  ));
}
