import theme from "vitepress/theme";
import Layout from "./layout.vue";
import "./style.css";

export default {
  extends: theme,
  Layout,
  enhanceApp() {
    if (typeof document !== "undefined") document.addEventListener("click", copyCard);
  },
};

/** Copies the number of a test card. The button says so for two seconds. */
async function copyCard({ target }: MouseEvent): Promise<void> {
  const button = target instanceof Element ? target.closest<HTMLElement>("button[data-copy]") : null;
  const number = button?.dataset["copy"];
  if (!button || !number) return;
  await navigator.clipboard.writeText(number);
  button.textContent = "Copied";
  button.setAttribute("aria-label", `Copied ${number}`);
  setTimeout(() => {
    button.textContent = "Copy";
    button.setAttribute("aria-label", `Copy ${number}`);
  }, 2_000);
}
