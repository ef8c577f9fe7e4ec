import { hero } from "~/content/landing";
import { CallToAction } from "./call-to-action";
import { DuctDrawing } from "./duct-drawing";

export function Hero() {
  return (
    <section aria-labelledby="hero" className="grid items-center gap-8 lg:grid-cols-[6fr_5fr] lg:gap-12">
      <div>
        <p className="font-medium text-heat text-sm">{hero.eyebrow}</p>
        <h1 id="hero" className="mt-2 font-semibold text-2xl text-foreground lg:text-[3rem] lg:leading-[3.375rem]">
          {hero.title}
        </h1>
        <p className="mt-4 max-w-[36rem] text-base text-muted-foreground sm:text-lg">{hero.text}</p>
        <div className="mt-8">
          <CallToAction />
        </div>
        <p className="mt-4 text-muted-foreground text-sm">{hero.note}</p>
      </div>
      <DuctDrawing className="h-auto w-full" />
    </section>
  );
}
