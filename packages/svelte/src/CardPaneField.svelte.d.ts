import type { Component } from "svelte";
import type { CardPaneFieldProps } from "./props.ts";

/** `<card-pane-field>`: the mount point of one field, anywhere inside a `<CardPane>`. */
declare const CardPaneField: Component<CardPaneFieldProps>;
export default CardPaneField;
