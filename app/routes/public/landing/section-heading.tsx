/** Heading and introduction of a landing page section. */
export function SectionHeading({
  id,
  eyebrow,
  title,
  text,
}: {
  id: string;
  eyebrow?: string;
  title: string;
  text: string;
}) {
  return (
    <div className="max-w-[42rem]">
      {eyebrow && <p className="font-medium text-heat text-sm">{eyebrow}</p>}
      <h2 id={id} className="mt-1 font-semibold text-foreground text-xl sm:text-2xl">
        {title}
      </h2>
      <p className="mt-3 text-base text-muted-foreground">{text}</p>
    </div>
  );
}
