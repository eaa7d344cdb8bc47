import type { LinkStatus } from "../link/link";

/** Name of the port between the popup and the worker. */
export const POPUP_PORT = "popup";

/** Everything that the popup shows. Sent whenever something of it has changed. */
export interface PopupSnapshot {
  readonly link: LinkStatus;
  readonly port: number;
  /** Whether the person has set the port. */
  readonly portIsOwn: boolean;
  readonly label: string;
  readonly instanceId: string;
  readonly extensionVersion: string;
  readonly sessions: readonly PopupSession[];
}

export interface PopupSession {
  readonly id: string;
  readonly windowId: number;
  readonly tabCount: number;
}

/** What the person asks for in the popup. */
export type PopupCommand =
  | { readonly kind: "set_enabled"; readonly enabled: boolean }
  /** Without a port: that of the installation. */
  | { readonly kind: "set_port"; readonly port?: number }
  | { readonly kind: "set_label"; readonly label: string }
  | { readonly kind: "show_window"; readonly windowId: number };
