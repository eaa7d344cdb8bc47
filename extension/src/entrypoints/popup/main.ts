import type { LinkStatus } from "../../link/link";
import { POPUP_PORT, type PopupCommand, type PopupSession, type PopupSnapshot } from "../../popup/messages";

const states: Record<LinkStatus["state"], string> = {
  off: "Turned off",
  connecting: "Connecting",
  connected: "Connected",
  waiting: "Not connected",
  refused: "Versions do not match",
};

const enabled = element("enabled", HTMLInputElement);
const port = element("port", HTMLInputElement);
const portReset = element("port-reset", HTMLButtonElement);
const label = element("label", HTMLInputElement);

const worker = chrome.runtime.connect({ name: POPUP_PORT });
worker.onMessage.addListener(show);

enabled.addEventListener("change", () => send({ kind: "set_enabled", enabled: enabled.checked }));
portReset.addEventListener("click", () => {
  port.blur();
  send({ kind: "set_port" });
});
onSubmit("port-form", () => send({ kind: "set_port", port: port.valueAsNumber }));
onSubmit("label-form", () => send({ kind: "set_label", label: label.value.trim() }));

function show(snapshot: PopupSnapshot): void {
  const { link } = snapshot;
  enabled.checked = link.state !== "off";
  element("status", HTMLElement).dataset.state = link.state;
  element("state", HTMLElement).textContent = states[link.state];
  element("detail", HTMLElement).textContent = detailOf(snapshot);
  element("sessions", HTMLElement).replaceChildren(...snapshot.sessions.map(sessionItem));
  element("instance", HTMLElement).textContent = snapshot.instanceId;
  element("version", HTMLElement).textContent = `Version ${snapshot.extensionVersion}`;
  portReset.disabled = !snapshot.portIsOwn;
  // What the person is typing must not be overwritten by news of the connection.
  if (document.activeElement !== port) port.value = String(snapshot.port);
  if (document.activeElement !== label) label.value = snapshot.label;
}

function detailOf({ link, port }: PopupSnapshot): string {
  switch (link.state) {
    case "off":
      return "Agents cannot reach this browser.";
    case "connecting":
      return link.problem ?? `Looking for bsk on port ${port}.`;
    case "connected":
      return `bsk ${link.peerVersion ?? ""} on port ${port}${link.skew ? ", of another version that works" : ""}`;
    case "waiting":
      return `${sentence(link.problem ?? "the connection was lost")} Trying again.`;
    case "refused":
      return `${sentence(link.problem ?? "bsk refused this extension")} Update the older of the two, then turn the switch off and on.`;
  }
}

function sessionItem(session: PopupSession): HTMLLIElement {
  const item = document.createElement("li");
  const id = document.createElement("code");
  id.textContent = session.id;
  const tabs = document.createElement("span");
  tabs.className = "tabs";
  tabs.textContent = session.tabCount === 1 ? "1 tab" : `${session.tabCount} tabs`;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Show";
  button.setAttribute("aria-label", `Show the window of session ${session.id}`);
  button.addEventListener("click", () => send({ kind: "show_window", windowId: session.windowId }));
  item.append(id, tabs, button);
  return item;
}

function send(command: PopupCommand): void {
  worker.postMessage(command);
}

function onSubmit(formId: string, action: () => void): void {
  element(formId, HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    action();
  });
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function element<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`the popup has no ${id}`);
}
