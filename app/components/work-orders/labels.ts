/** What the fields of a work order are called, on forms and where two versions are compared. */
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

/** The search of the list and of the board, with what it looks through. */
export const workOrderSearch = {
  label: "Search work orders",
  placeholder: "Number, customer, phone, street or technician",
} as const;
