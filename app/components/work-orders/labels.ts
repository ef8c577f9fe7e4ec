/** Labels of a work order's fields, on forms and when comparing two versions. */
export const workOrderLabels = {
  customerId: "Customer",
  siteAddressId: "Address",
  equipmentIds: "Equipment",
  title: "Job summary",
  description: "Description",
  priority: "Priority",
  startDate: "Day",
  startTime: "Time",
  durationMinutes: "Duration",
  technicianId: "Technician",
  helperIds: "Helpers",
  windowFrom: "Arrival window from",
  windowTo: "to",
  customerNotified: "Customer notified",
  arrivalWindow: "Arrival window",
  signatureRequired: "Signature required",
  noCharge: "No charge",
  overrideReason: "Override reason",
  serviceTypeId: "Service type",
} as const;

/** Search field of the list and the board, with the fields it searches. */
export const workOrderSearch = {
  label: "Search work orders",
  placeholder: "Number, customer, phone, street or technician",
} as const;
