import { index, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("checkout.tsx"),
  route("result", "result.tsx"),
  route("ipn", "ipn.ts"),
  route("orders/:reference", "order.ts"),
] satisfies RouteConfig;
