import { DEFAULT_PORT } from "./limits";

/** What the person has set, and what identifies this installation. */
export interface LinkSettings {
  /** Stable id of this installation: 8 hexadecimal digits. */
  readonly instanceId: string;
  /** Name that the person gave this browser. May be empty. */
  readonly label: string;
  /** Whether the extension may connect. */
  readonly enabled: boolean;
  /** Port on the loopback address. */
  readonly port: number;
  /** Where the port comes from. */
  readonly portSource: "person" | "installation" | "default";
}

const keys = {
  instanceId: "bsk_instance_id",
  label: "bh_label",
  enabled: "bh_connection_enabled",
  port: "bsk_daemon_port",
} as const;

const connectionFile = "connection.json";

/** Reads the settings, and gives this installation its id when it has none yet. */
export async function readSettings(): Promise<LinkSettings> {
  const stored = await chrome.storage.local.get(Object.values(keys));
  const ownPort = stored[keys.port];
  const filePort = isPort(ownPort) ? undefined : await readConnectionFile();
  const label = stored[keys.label];
  const instanceId = stored[keys.instanceId];
  return {
    instanceId: isInstanceId(instanceId) ? instanceId : await createInstanceId(),
    label: typeof label === "string" ? label : "",
    enabled: stored[keys.enabled] !== false,
    port: isPort(ownPort) ? ownPort : (filePort ?? DEFAULT_PORT),
    portSource: isPort(ownPort) ? "person" : filePort === undefined ? "default" : "installation",
  };
}

/** Turns the connection on or off. */
export async function saveEnabled(enabled: boolean): Promise<void> {
  await chrome.storage.local.set({ [keys.enabled]: enabled });
}

/** Sets the port, or returns to that of the installation when it is undefined. */
export async function savePort(port: number | undefined): Promise<void> {
  if (port === undefined) await chrome.storage.local.remove(keys.port);
  else if (isPort(port)) await chrome.storage.local.set({ [keys.port]: port });
  else throw new RangeError(`${port} is not a port`);
}

/** Names this browser. */
export async function saveLabel(label: string): Promise<void> {
  await chrome.storage.local.set({ [keys.label]: label });
}

/** Whether a value can be a port to connect to. */
export function isPort(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 65_535;
}

function isInstanceId(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{8}$/.test(value);
}

async function createInstanceId(): Promise<string> {
  const instanceId = crypto.randomUUID().slice(0, 8);
  await chrome.storage.local.set({ [keys.instanceId]: instanceId });
  return instanceId;
}

/** The port that the program which started this browser wrote into the extension's directory. */
async function readConnectionFile(): Promise<number | undefined> {
  try {
    const response = await fetch(chrome.runtime.getURL(connectionFile));
    const content: unknown = await response.json();
    const port = typeof content === "object" && content !== null && "port" in content ? content.port : undefined;
    return isPort(port) ? port : undefined;
  } catch {
    return undefined;
  }
}
