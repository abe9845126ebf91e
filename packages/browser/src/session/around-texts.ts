/**
 * The texts around the frames of a pane in the shopper's language: the name of the iframe, the message of a failed load, and the
 * dialog of a next action. A frame sends them with its language. If no frame has sent any, they are loaded for the failure message.
 */
import { loadPageTexts } from "#lazy";
import { isEnglish, localizedTexts } from "../lazy/localized-texts.ts";
import type { LocalizedTexts } from "../lazy/page-texts.ts";

/** The texts of one pane. */
export class AroundTexts {
  #current: LocalizedTexts | undefined;
  /** The BCP 47 tags that `#current` is for. */
  #tags = "";
  #loading: { readonly tags: string; readonly done: Promise<void> } | undefined;

  /** The current texts; `undefined` means English, which is part of the code. */
  get current(): LocalizedTexts | undefined {
    return this.#current;
  }

  /** Stores texts that a frame sent while these tags were requested. */
  receive(tags: string, texts: LocalizedTexts): void {
    this.#tags = tags;
    this.#current = texts;
  }

  /** Whether `current` is in the language of some tags; otherwise call `load`. */
  isIn(tags: string): boolean {
    return tags === this.#tags || (!this.#current && isEnglish(tags));
  }

  /** Loads the texts for some tags; never rejects, and waits at most 1.5 s. */
  load(tags: string): Promise<void> {
    if (this.#loading?.tags === tags) return this.#loading.done;
    const done = localizedTexts(tags, loadPageTexts).then((loaded) => {
      // Other tags may have been requested meanwhile.
      if (this.#loading?.tags !== tags) return;
      this.#loading = undefined;
      this.#tags = tags;
      this.#current = loaded;
    });
    this.#loading = { tags, done };
    return done;
  }
}
