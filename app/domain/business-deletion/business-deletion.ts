/** Days in which an Admin can keep a business that is to be deleted. */
export const BUSINESS_GRACE_DAYS = 7;
