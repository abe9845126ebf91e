/**
 * A pane while it is in the page: one frame, or one for each field that has a place of its own.
 *
 *   loading --all frames are ready--> ready      loading, ready --failure--> failed --retry--> loading
 *
 *   loading, ready --frame lost--> loading     afresh, in a new iframe; at most 3 times in 10 s, then failed
 *
 * Of several frames one leads: it holds the form's state and speaks for all. The page tells the others whom to follow, and
 * the lead whom to admit; when the lead is gone, another one takes over.
 *
 * Until it is known why a frame was lost, its iframe stays, covered: a page that a script led it to may still speak, and is
 * then told from a mere reload.
 */
import type { PaneErrorCode } from "@cardpane/contract/errors";
import {
  type FieldName,
  optionGuards,
  type PageToFrame,
  type PaneOptions,
  type Snapshot,
} from "@cardpane/contract/messages";
import { frameAddress } from "../connection/frame-url.ts";
import type { LineWord } from "../connection/handshake.ts";
import { watchSurroundings } from "../page-style/page-context.ts";
import { CardpaneError } from "../pane/errors.ts";
import { type CardPaneEvent, eventsBetween } from "../pane/events.ts";
import { checkValue, type Settings } from "../pane/options.ts";
import type { PaneStatus } from "../pane/types.ts";
import { unclobbered } from "../ui/unclobbered.ts";
import { frameOptions } from "./frame-options.ts";
import { createSeat, type Seat } from "./frame-slot.ts";
import type { Place } from "./mount-point.ts";
import type { Calls } from "./pending-requests.ts";

/** What the pane shows of itself to the page, written here. */
export interface PaneState {
  status: PaneStatus;
  snapshot: Snapshot | null;
  error: CardpaneError | null;
}

interface Owner {
  /** The element of the whole pane; none where a script put fields into places of their own. */
  readonly host: Element | null;
  /** In the order of the page. */
  readonly places: () => readonly Place[];
  readonly state: PaneState;
  readonly settings: () => Settings;
  readonly calls: Calls;
  readonly emit: (event: CardPaneEvent) => void;
  /** A place was taken out of the page together with its frame. */
  readonly gone: (place: Place) => void;
}

export type Presence = ReturnType<typeof createPresence>;

/** Makes the pane's presence; `arrange()` loads its frames. */
export function createPresence(owner: Owner) {
  const { host, places, state, settings, calls, emit, gone } = owner;
  const surroundings = watchSurroundings(refresh, () => settings().match);
  let seats: readonly Seat[] = [];
  let lead: Seat | undefined;
  /** What the lead said last. */
  let latest: Snapshot | null = null;

  /** Gives a frame to each place that has none, takes away those whose place is gone, and tells the others the options. */
  function arrange(): void {
    const before = seats;
    seats = places().map((place) => before.find((seat) => seat.place === place) ?? seatAt(place));
    for (const seat of before) if (!seats.includes(seat)) seat.end();
    if (!lead || !seats.includes(lead)) {
      lead = seats[0];
      if (lead) lead.isReady = false;
      wait(true);
    }
    for (const seat of seats) {
      if (!before.includes(seat)) {
        load(seat);
        // Only now: that it loads shows on its element, too.
        surroundings.observe(seat.place.host);
      } else if (!state.error) seat.refresh();
    }
    introduce();
    settle();
  }

  function seatAt(place: Place): Seat {
    return createSeat({
      place,
      options: optionsAt,
      texts: () => settings().texts,
      said: hear,
    });
  }

  /** Loads every frame anew. */
  function start(): void {
    state.error = null;
    seats.forEach(load);
  }

  function load(seat: Seat) {
    const { host: at } = seat.place;
    seat.stop();
    if (state.error) return;
    try {
      // Without the look, which takes time to read: the frame is to be asked for first.
      checkValue(optionGuards.fields, "fields", frameOptions(owner, at, {}).fields);
      seat.load(frameAddress(settings(), host ?? at), settings().loadTimeoutMs);
    } catch (cause) {
      // It throws nothing else.
      return fail(cause as CardpaneError);
    }
    lost(seat);
  }

  /** Tells the frames of one form about one another, each as soon as it and the lead have said hello. */
  function introduce(): void {
    const leadNonce = lead?.ownNonce;
    if (!lead || !leadNonce) return;
    for (const seat of [lead, ...seats]) {
      const { ownNonce: frameNonce, place } = seat;
      if (!place.field || !frameNonce || seat.toldNonce === leadNonce) continue;
      seat.toldNonce = leadNonce;
      if (seat === lead) seat.send({ type: "lead" });
      else {
        lead.send({ type: "admit", field: place.field, frameNonce });
        seat.send({ type: "follow", leadNonce });
      }
    }
  }

  function hear(seat: Seat, message: LineWord) {
    switch (message.type) {
      case "heard":
        return introduce();
      case "lost":
        return lost(seat);
      case "failed":
        return ended(seat, message.code);
      case "ready":
        if (seat === lead) latest = message.snapshot;
        return settle();
      case "resized":
        return emit(["resize", { heightPx: message.heightPx, field: seat.place.field }]);
      case "changed":
        return seat === lead ? changed(message.snapshot) : undefined;
      case "bin":
        return emit(["binchange", { bin: message.bin }]);
      case "autofilled":
        return emit(["autofill", { fields: message.fields }]);
      case "advanced":
        // Not when the shopper has gone elsewhere since.
        return seatOf(message.from)?.hasFocus() ? focus(message.to) : undefined;
      case "submitted":
        return emit(["enter", null]);
      case "escaped":
        return emit(["escape", null]);
      case "validated":
      case "tokenized":
        return seat === lead ? calls.answered(message) : undefined;
      case "labelled":
        // The seat's own business.
        return;
      default:
        message satisfies never;
    }
  }

  function changed(snapshot: Snapshot) {
    const before = latest;
    latest = snapshot;
    if (state.status !== "ready") return settle();
    state.snapshot = snapshot;
    eventsBetween(before, snapshot).forEach(emit);
  }

  /** Is it ready? Every frame is, and the lead knows of every field. */
  function settle(): void {
    const snapshot = latest;
    if (state.status !== "loading" || !snapshot) return;
    for (const { isReady, place } of seats) {
      if (!isReady || (place.field && !snapshot.fields[place.field])) return;
    }
    state.status = "ready";
    state.snapshot = snapshot;
    for (const seat of seats) seat.reveal();
    calls.online(say);
    emit(["ready", snapshot]);
  }

  /** A frame is on its way, for the first time or because it was lost. */
  function lost(seat: Seat): void {
    seat.isReady = false;
    seat.cover();
    wait(seat === lead);
  }

  /** Not all frames are ready; without the lead nobody answers what was asked. */
  function wait(isLeadless: boolean): void {
    const isNews = state.status !== "loading";
    state.status = "loading";
    state.snapshot = null;
    if (isLeadless) {
      latest = null;
      calls.offline();
    } else calls.hold();
    if (isNews) emit(["loading", null]);
  }

  function ended(seat: Seat, code: PaneErrorCode): void {
    if (!unclobbered(seat.place.host).isConnected) gone(seat.place);
    else if (code === "frame_gone" && seat.mayRestart()) load(seat);
    else fail(new CardpaneError(code, { where: seat.origin && `Frame: \`${seat.origin}\`` }));
  }

  function fail(cause: CardpaneError): void {
    state.status = "failed";
    state.snapshot = null;
    state.error = cause;
    calls.offline(cause);
    for (const seat of seats) {
      seat.stop();
      // One sentence for all.
      if (seat === seats[0]) seat.fail(cause.retryable ? retry : null);
      else seat.clear();
    }
    // For whoever builds the page: the message holds nothing that was typed.
    console.error(String(cause));
    emit(["loaderror", cause]);
  }

  function retry(): void {
    if (!state.error) return;
    for (const seat of seats) seat.forgive();
    start();
  }

  /** Options or surroundings may have changed. */
  function refresh(): void {
    if (!state.error) for (const seat of seats) seat.refresh();
  }

  /** Says something to the frame that has the form; drops it while there is none that speaks with us. */
  function say(message: PageToFrame): void {
    for (const seat of seats) if (seat.isCutOff()) ended(seat, "frame_gone");
    lead?.send(message);
  }

  function seatOf(name: FieldName): Seat | undefined {
    return seats.find(({ place }) => place.field === null || place.field === name);
  }

  function focus(name: FieldName): void {
    const seat = seatOf(name);
    if (seat?.isCutOff()) ended(seat, "frame_gone");
    else {
      seat?.focus();
      seat?.send({ type: "focus", field: name });
    }
  }

  function optionsAt(at: Element): PaneOptions {
    return frameOptions(owner, at, surroundings.lookAt(at));
  }

  return {
    host,
    arrange,
    start,
    retry,
    say,
    focus,
    blur(): void {
      for (const seat of seats) seat.blur();
    },
    /** Takes the pane out of the page. */
    end(): void {
      surroundings.disconnect();
      state.snapshot = state.error = null;
      for (const seat of seats) seat.end();
    },
  };
}
