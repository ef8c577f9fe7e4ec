import type { ExportView } from "~/domain/export/export";
import { demoPassword } from "../drizzle/seed/demo";
import { atMost, type Figure, round } from "./figure";
import { localWith } from "./local";
import { peakHeapMb } from "./peak-heap";

const WORK_ORDERS = 100_000;
const LOOK_MS = 500;

/** A business with 100,000 work orders as a ZIP, made by the queue. */
export async function run(): Promise<Figure[]> {
  const { worker, admin } = await localWith(WORK_ORDERS, { inspectorPort: 0 });
  const make = async (): Promise<ExportView> => {
    const started = await admin.post<ExportView>("/api/archives/business", { currentPassword: demoPassword });
    if (started.status !== 202) throw new Error(`export: ${started.status} ${started.text}`);
    for (;;) {
      const { json } = await admin.get<ExportView>(`/api/archives/business/${started.json.id}`);
      if (json.status === "ready") return json;
      if (json.status === "failed") throw new Error(json.problem ?? "the export failed");
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  };
  let made: ExportView | undefined;
  const began = performance.now();
  const held = await peakHeapMb(await worker.getInspectorURL(), async () => {
    made = await make();
  });
  const seconds = (performance.now() - began) / 1000;
  await worker.dispose();
  const rows = made?.rowCount ?? 0;
  return [
    { figure: "records of the export", value: rows, met: rows > WORK_ORDERS && rows === made?.rowTotal },
    { figure: "its file", value: `${round((made?.bytes ?? 0) / 1_000_000)} MB` },
    { figure: "time, with the memory measured", value: `${round(seconds)} s` },
    atMost("memory that the Worker held meanwhile", held, 128, " MB"),
  ];
}
