/** Days in which whoever deleted an account may keep it after all. */
export const GRACE_DAYS = 7;
