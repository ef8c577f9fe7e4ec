/** Days in which an Admin can cancel the deletion of a business. */
export const BUSINESS_GRACE_DAYS = 7;
