import type { ProtocolMapping } from "devtools-protocol/types/protocol-mapping";
import { withDeadline, withSignal } from "../deadline";
import { failure, Reason, throwIfAborted } from "../errors";
import { ATTACH_TIMEOUT_MS } from "./limits";
import { debuggerFailure, isAlreadyAttached, isNotAttached } from "./refusal";
import { refuseRestricted } from "./restriction";
import { requireTab } from "./tabs";

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;

/** A command of the debugger protocol. */
export type Command = keyof Commands;
export type CommandParams<C extends Command> = Commands[C]["paramsType"] extends [(infer P)?] ? P : never;
export type CommandResult<C extends Command> = Commands[C]["returnType"];

/** An event of the debugger protocol. */
export type EventName = keyof Events;
export type EventParams<E extends EventName> = Events[E] extends [infer P] ? P : undefined;

type Listener = (tabId: number, params: unknown) => void;

const protocolVersion = "1.3";

/**
 * The debugger of each tab. It is attached when first needed, and again when it was taken away. What stands for a
 * tab's events stays when the debugger goes.
 */
const attachments = new Map<number, Promise<void>>();
const listeners = new Map<string, Set<Listener>>();
const detachListeners = new Set<(tabId: number) => void>();

/**
 * Attaches the debugger to a tab unless it is, with focus emulation: the page then counts itself as visible and
 * focused wherever the tab is. Raises `page_restricted` before anything is touched, `tab_not_found`,
 * `debugger_unavailable` and `cdp_extension_access_denied`.
 */
export function attach(tabId: number): Promise<void> {
  return withDeadline(beginAttaching(tabId), ATTACH_TIMEOUT_MS, () => {
    const message = `tab ${tabId} does not let the debugger in: a script holds it up, or a dialog that a person has to close`;
    return failure(Reason.DEBUGGER_UNAVAILABLE, message, { tab_id: tabId });
  });
}

/**
 * Begins to attach the debugger to a tab where that may be. To be done before a page runs: a dialog that opens without
 * the debugger holds its tab up, and cannot be closed by it afterwards.
 */
export function attachAhead(tabId: number): void {
  // Whoever needs it later is told why it is not there.
  beginAttaching(tabId).catch(() => undefined);
}

/** Whether the debugger is attached to a tab, or about to be. */
export function isAttached(tabId: number): boolean {
  return attachments.has(tabId);
}

/** Takes the debugger off a tab. Does nothing where there is none. */
export async function detach(tabId: number): Promise<void> {
  const running = attachments.get(tabId);
  if (running === undefined) return;
  attachments.delete(tabId);
  await running.catch(() => undefined);
  // The tab may have gone, or the person may have been faster.
  await chrome.debugger.detach({ tabId }).catch(() => undefined);
  for (const listener of detachListeners) listener(tabId);
}

/**
 * Sends a command to the page of a tab, which gets the debugger first where it has none. Raises what `attach` raises,
 * `cdp_failed` when the command fails, and the signal's failure as soon as it trips, with the command left to itself.
 */
export async function send<C extends Command>(
  tabId: number,
  method: C,
  params?: CommandParams<C>,
  signal?: AbortSignal,
): Promise<CommandResult<C>> {
  if (signal !== undefined) throwIfAborted(signal);
  const answer = attachAndSend(tabId, method, params, signal);
  return signal === undefined ? answer : withSignal(answer, signal);
}

/** Calls back for every event of this name from any tab. Must be called in the first turn of the worker. */
export function onEvent<E extends EventName>(name: E, listener: (tabId: number, params: EventParams<E>) => void): void {
  const known = listeners.get(name) ?? new Set();
  known.add(listener as Listener);
  listeners.set(name, known);
}

/** Calls back whenever the debugger has left a tab, by our doing or another's. */
export function onDetach(listener: (tabId: number) => void): void {
  detachListeners.add(listener);
}

/** Follows what the browser says of the debugger. Must be called once, in the first turn of the worker. */
export function watchDebugger(): void {
  chrome.debugger.onEvent.addListener(({ tabId, sessionId }, method, params) => {
    if (tabId === undefined || sessionId !== undefined) return;
    for (const listener of listeners.get(method) ?? []) listener(tabId, params);
  });
  chrome.debugger.onDetach.addListener(({ tabId }) => {
    if (tabId === undefined || !attachments.delete(tabId)) return;
    for (const listener of detachListeners) listener(tabId);
  });
}

function beginAttaching(tabId: number): Promise<void> {
  const running = attachments.get(tabId);
  if (running !== undefined) return running;
  const started = attachNow(tabId);
  attachments.set(tabId, started);
  started.catch(() => forget(tabId, started));
  return started;
}

async function attachNow(tabId: number): Promise<void> {
  const tab = await requireTab(tabId);
  refuseRestricted(tab.url);
  try {
    await chrome.debugger.attach({ tabId }, protocolVersion);
  } catch (error) {
    // A worker before this one has left it attached: it is ours all the same.
    if (!isAlreadyAttached(error)) throw debuggerFailure(error, tabId);
  }
  try {
    await Promise.all([
      command(tabId, "Page.enable"),
      command(tabId, "Emulation.setFocusEmulationEnabled", { enabled: true }),
    ]);
  } catch (error) {
    await chrome.debugger.detach({ tabId }).catch(() => undefined);
    throw debuggerFailure(error, tabId);
  }
}

async function attachAndSend<C extends Command>(
  tabId: number,
  method: C,
  params: CommandParams<C> | undefined,
  signal: AbortSignal | undefined,
): Promise<CommandResult<C>> {
  const attachment = beginAttaching(tabId);
  await attach(tabId);
  if (signal !== undefined) throwIfAborted(signal);
  try {
    return await command(tabId, method, params);
  } catch (error) {
    if (!isNotAttached(error)) throw debuggerFailure(error, tabId);
  }
  // The browser had taken the debugger away without a word, and so this command has not been carried out.
  forget(tabId, attachment);
  await attach(tabId);
  if (signal !== undefined) throwIfAborted(signal);
  return command(tabId, method, params).catch((error) => {
    throw debuggerFailure(error, tabId);
  });
}

function command<C extends Command>(tabId: number, method: C, params?: CommandParams<C>): Promise<CommandResult<C>> {
  const sent = chrome.debugger.sendCommand({ tabId }, method, params as Record<string, unknown> | undefined);
  return sent as Promise<unknown> as Promise<CommandResult<C>>;
}

function forget(tabId: number, attachment: Promise<void>): void {
  if (attachments.get(tabId) === attachment) attachments.delete(tabId);
}
