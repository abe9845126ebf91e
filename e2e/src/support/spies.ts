/** A card whose number, expiry and names occur nowhere else, so that a hit is a leak. */
export const rareCard = {
  number: "4000005550050000",
  expiry: "1143",
  cvv: "739",
  cardholder: "Zebulon Quixotic",
  postalCode: "QX73 9ZB",
};

/** The card's texts to search for, as typed and as shown. The CVV is left out, because any number may contain it. */
export const traces: readonly string[] = [
  "4000005550050000",
  "4000 0055 5005 0000",
  "400000555005",
  "11 / 43",
  "11/43",
  "Zebulon",
  "Quixotic",
  "QX73",
];

/** A page script that records, in `window.recorded`, every message that its window, its ports and its channels receive. */
export const spies = `<script>
  window.recorded = [];
  const keep = (data) => { try { recorded.push(JSON.stringify(data)) } catch { recorded.push(String(data)) } };
  addEventListener("message", (event) => keep(event.data), true);
  for (const name of ["cardpane", "cardpane:"]) new BroadcastChannel(name).onmessage = (event) => keep(event.data);
  addEventListener("message", ({ data }) => {
    const name = data?.frameNonce && "cardpane:" + data.frameNonce;
    if (name) new BroadcastChannel(name).onmessage = (event) => keep(event.data);
  });
  const listen = MessagePort.prototype.addEventListener;
  MessagePort.prototype.addEventListener = function (type, listener, ...rest) {
    return listen.call(this, type, function (event) { keep(event.data); return listener.call(this, event) }, ...rest);
  };
  const onmessage = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
  Object.defineProperty(MessagePort.prototype, "onmessage", {
    ...onmessage, set(listener) { onmessage.set.call(this, function (event) { keep(event.data); return listener.call(this, event) }) },
  });
</script>`;
