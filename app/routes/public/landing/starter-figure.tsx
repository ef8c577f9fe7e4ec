import { Card } from "~/components/ui/card";

const tasks = [
  { title: "Flame sensor current", range: "1 to 10 µA" },
  { title: "Manifold gas pressure", range: "3.2 to 3.8 in. w.c." },
  { title: "Temperature rise", range: "35 to 65 °F" },
  { title: "Total external static pressure", range: "up to 0.8 in. w.c." },
  { title: "Flue CO, air-free", range: "up to 100 ppm" },
] as const;

/** Part of a checklist that a new business starts with. */
export function StarterFigure() {
  return (
    <Card as="figure" className="p-6">
      <figcaption>
        <span className="block font-semibold text-base text-foreground">Furnace tune-up</span>
        <span className="block text-muted-foreground text-sm">75 min, $149, 14 tasks, five of them here</span>
      </figcaption>
      <ul className="mt-4 divide-y divide-border">
        {tasks.map((task) => (
          <li key={task.title} className="flex flex-wrap justify-between gap-x-4 py-2 text-sm">
            <span className="text-foreground">{task.title}</span>
            <span className="text-muted-foreground tabular">{task.range}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
