import type { Figure } from "./figure";
import { localWith } from "./local";

const clients = 32;
const rounds = Number(process.env.INVOICE_ROUNDS ?? 100);

/** 32 clients press 'Create invoice' for the same job at once, with a new job each round. */
export async function run(): Promise<Figure[]> {
  const { worker, admin, db } = await localWith(0);
  const site = await db
    .prepare("SELECT customer_id AS customerId, id AS siteAddressId FROM addresses WHERE type = 'service' LIMIT 1")
    .first<{ customerId: string; siteAddressId: string }>();
  let right = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { json: workOrder } = await admin.post<{ id: string }>("/api/work-orders", { title: "No heat", ...site });
    const answers = await Promise.all(
      Array.from({ length: clients }, () =>
        admin.post<{ id: string; invoiceId?: string }>(`/api/work-orders/${workOrder.id}/invoices`),
      ),
    );
    const ids = new Set(answers.map(({ json }) => json.invoiceId ?? json.id));
    const made = answers.filter(({ status }) => status === 201).length;
    if (made === 1 && ids.size === 1) right += 1;
  }
  await worker.dispose();
  const figure = `${clients} clients create the invoice of a job at once: rounds with exactly one`;
  return [{ figure, value: `${right} of ${rounds}`, goal: `${rounds}`, met: right === rounds }];
}
