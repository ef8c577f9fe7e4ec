import { customers } from "#drizzle/schema/customers";

/** What every list of customers shows. */
export const summaryColumns = {
  id: customers.id,
  number: customers.number,
  name: customers.name,
  customerType: customers.customerType,
  status: customers.status,
  archived: customers.archived,
  email: customers.email,
  phone: customers.phone,
  openWorkOrders: customers.openWorkOrders,
};

/** All that is told about a customer. */
export const customerColumns = {
  ...summaryColumns,
  firstName: customers.firstName,
  lastName: customers.lastName,
  companyName: customers.companyName,
  emergencyContactName: customers.emergencyContactName,
  emergencyContactPhone: customers.emergencyContactPhone,
  notes: customers.notes,
  version: customers.version,
  createdAt: customers.createdAt,
  updatedAt: customers.updatedAt,
};
