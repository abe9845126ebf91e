/**
 * The gallery's first page:
 *
 *   knob turned -> state -> address, pane.update(), code to copy
 *   back button -> address -> state -> knobs, pane.update(), code to copy
 */
import { htmlCode, jsCode } from "../model/code.ts";
import { optionsOf } from "../model/options.ts";
import { createControls } from "./controls.ts";
import { createLog } from "./log.ts";
import { all, filled, find, openAddress, readData, wireCopyButtons } from "./page.ts";
import { createStage } from "./stage.ts";
import type { GalleryData } from "./wire.ts";

const data = readData();
if (data) start(data);

function start(given: GalleryData): void {
  const { environment, texts } = given;
  const form = find("#knobs");
  const controls = createControls(form);
  const failed = find("#stage-failed");
  const stage = createStage({
    environment,
    heard(name, detail) {
      log.note(name, detail);
      const error = stage.pane()?.error;
      failed.textContent = error ? filled(texts.paneFailed, error.code) : "";
    },
  });
  const log = createLog(stage.pane);
  const address = openAddress(given, {}, () => {
    controls.write(address.state());
    show();
  });

  function show(): void {
    const state = address.state();
    stage.show(state);
    const options = optionsOf(state, { environment });
    const kind = state.form === "split" ? "split" : "whole";
    find("#code-html").textContent = htmlCode(options, kind);
    find("#code-js").textContent = jsCode(options, kind);
    log.draw();
  }

  for (const type of ["input", "change"]) {
    form.addEventListener(type, () => {
      address.write(controls.read(address.state()), {}, type === "change");
      show();
    });
  }
  for (const button of all<HTMLButtonElement>("[data-method]")) {
    button.addEventListener("click", () => void call(button.dataset["method"] ?? ""));
  }

  async function call(method: string): Promise<void> {
    const pane = stage.pane();
    if (method === "validate") log.note("validate()", await pane?.validate());
    if (method === "tokenize") await pane?.tokenize();
    if (method === "focus" || method === "blur" || method === "clear" || method === "retry") pane?.[method]();
  }

  controls.write(address.state());
  wireCopyButtons(given);
  show();
}
