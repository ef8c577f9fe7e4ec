export const wholeNumber = (value: number) => value.toLocaleString("en-US");
export const wholeDollars = (value: number) => `$${value.toLocaleString("en-US", { maximumFractionDigits: 0 })}`;
export const percentText = (share: number) => `${(share * 100).toLocaleString("en-US", { maximumFractionDigits: 1 })}%`;
