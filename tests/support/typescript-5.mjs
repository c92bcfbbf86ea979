import { registerHooks } from "node:module";

// For generators that call the compiler's JavaScript interface, which TypeScript 7 no longer has.
registerHooks({
  resolve: (name, context, next) => next(name === "typescript" ? "typescript-5" : name, context),
});
