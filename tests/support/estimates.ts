import type { Visitor } from "./visitor";

export interface EstimateJson {
  id: string;
  reference: string;
  status: string;
  state: string;
  total: number;
  url: string | null;
  documentHash: string | null;
  leadId: string | null;
  customerId: string | null;
  workOrderId: string | null;
  missing: string[];
  options: { position: number; name: string; total: number; lines: { position: number; optional: boolean }[] }[];
  approval: { option: number; total: number; signerName: string; ip: string; documentHash: string } | null;
  version: number;
}

export interface Refused {
  code: string;
  message: string;
  fields?: Record<string, string[]>;
}

export interface LeadJson {
  id: string;
  stage: string;
  value: number | null;
  workOrderId: string | null;
  customer: { id: string } | null;
  activity: { kind: string; by: string | null }[];
  version: number;
}

export const place = { line1: "3318 N Oakland Ave", city: "Milwaukee", state: "WI", postalCode: "53211" };

export async function made<T>(by: Visitor, path: string, body: object = {}): Promise<T> {
  const answer = await by.post<T>(`/api${path}`, body);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
  return answer.json;
}

export const addLead = (by: Visitor, fields: object = {}) =>
  made<LeadJson>(by, "/leads", { name: "Ana Ortega", phone: "4145551007", need: "New furnace", place, ...fields });

export const line = (description: string, unitPrice: number, more: object = {}) => ({
  description,
  unitPrice,
  quantity: 1,
  ...more,
});

export const content = (version: number) => ({
  title: "New furnace",
  validUntil: "2090-01-31",
  taxState: "known",
  taxes: [{ name: "Sales tax", rate: 5.5 }],
  version,
  options: [
    { name: "Good", lines: [line("Furnace 80%", 3000, { kind: "part", taxable: true })] },
    {
      name: "Better",
      recommended: true,
      lines: [
        line("Furnace 96%", 4200.5, { kind: "part", taxable: true }),
        line("Labor", 95.25, { kind: "labor", quantity: 8 }),
        line("Smart thermostat", 249.99, { optional: true, taxable: true }),
      ],
    },
  ],
});

export async function draft(by: Visitor, fields: object = {}, more: object = {}): Promise<EstimateJson> {
  const lead = await addLead(by, fields);
  const { id, version } = await made<EstimateJson>(by, "/estimates", { leadId: lead.id });
  const saved = await by.put<EstimateJson>(`/api/estimates/${id}`, { ...content(version), ...more });
  if (saved.status !== 200) throw new Error(saved.text);
  return saved.json;
}

export const mail = { subject: "Your estimate", message: "Have a look." };

export async function sent(
  by: Visitor,
  fields: object = {},
  more: object = {},
): Promise<EstimateJson & { token: string }> {
  const { id, version } = await draft(by, fields, more);
  const estimate = await made<EstimateJson>(by, `/estimates/${id}/send`, { ...mail, version });
  return { ...estimate, token: estimate.url?.split("/").at(-1) ?? "" };
}

export const signature = (estimate: EstimateJson, more: object = {}) => ({
  option: 2,
  signerName: "Ana Ortega",
  agreed: true,
  documentHash: estimate.documentHash,
  ...more,
});
