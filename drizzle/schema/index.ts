export * from "./customers";
export * from "./finance-tracker";
export * from "./people";
export * from "./platform";
export * from "./work-orders";
