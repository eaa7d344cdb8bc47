import { extensionVersion } from "../link/browser";
import type { Link } from "../link/link";
import { readSettings, saveEnabled, saveLabel, savePort } from "../link/settings";
import type { Sessions } from "../session/sessions";
import { POPUP_PORT, type PopupCommand, type PopupSnapshot } from "./messages";

/**
 * The worker's end of the popup: tells it what there is and does what it asks for. Must be made in the first turn of
 * the worker, or a popup that started it goes unanswered.
 */
export class PopupService {
  readonly #ports = new Set<chrome.runtime.Port>();

  constructor(
    private readonly link: Link,
    private readonly sessions: Sessions,
  ) {
    chrome.runtime.onConnect.addListener((port) => {
      if (port.name === POPUP_PORT) this.#open(port);
    });
    link.onStatus(() => this.update());
  }

  /** Tells open popups of a change. */
  update(): void {
    if (this.#ports.size === 0) return;
    this.#snapshot()
      .then((snapshot) => {
        for (const port of this.#ports) port.postMessage(snapshot);
      })
      .catch((error) => console.error("the popup was not told of a change", error));
  }

  #open(port: chrome.runtime.Port): void {
    this.#ports.add(port);
    port.onDisconnect.addListener(() => this.#ports.delete(port));
    port.onMessage.addListener((command: PopupCommand) => {
      this.#obey(command).catch((error) => console.error("a wish of the popup failed", error));
    });
    this.update();
  }

  async #obey(command: PopupCommand): Promise<void> {
    switch (command.kind) {
      case "show_window":
        await chrome.windows.update(command.windowId, { focused: true });
        return;
      case "set_enabled":
        await saveEnabled(command.enabled);
        break;
      case "set_port":
        await savePort(command.port);
        break;
      case "set_label":
        await saveLabel(command.label);
        break;
    }
    await this.link.restart();
    this.update();
  }

  async #snapshot(): Promise<PopupSnapshot> {
    const { port, portSource, label, instanceId } = await readSettings();
    return {
      link: this.link.status,
      port,
      portIsOwn: portSource === "person",
      label,
      instanceId,
      extensionVersion: extensionVersion(),
      sessions: [...this.sessions.all()].map((session) => ({
        id: session.id,
        windowId: session.windowId,
        tabCount: session.tabIds.size,
      })),
    };
  }
}
