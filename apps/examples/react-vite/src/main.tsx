import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Checkout } from "./Checkout.tsx";

const app = document.getElementById("app");
if (!app) throw new Error("The page has no #app.");
createRoot(app).render(
  <StrictMode>
    <Checkout />
  </StrictMode>,
);
