export * from "./customers";
export * from "./finance-accounts";
export * from "./finance-imports";
export * from "./finance-tracker";
export * from "./people";
export * from "./platform";
export * from "./technicians";
export * from "./work-orders";
