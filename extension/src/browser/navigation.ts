import { failure, isAbort, Reason, ToolError } from "../errors";
import { awaitNetworkIdle } from "./idleness";
import { FIRST_PAGE_MS, REPLACEMENT_GRACE_MS, START_GRACE_MS, UNOBSERVED_IDLE_MS } from "./limits";
import {
  advance,
  beforeStart,
  hasFailed,
  hasReached,
  type NavigationEvent,
  type Phase,
  type Progress,
  unknownProgress,
} from "./progress";
import { requireTab } from "./tabs";
import { Watch } from "./watch";

/** What to wait for, and how long. */
export interface PhaseWait {
  readonly phase: Phase;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** How a wait ended: with the phase, without it in time, or with a load that failed. */
export interface PhaseOutcome {
  readonly reached: Phase | "timeout";
  readonly errorText?: string;
}

/** What the browser says of an act when it has dealt with it. */
export type ActOutcome =
  /** A load is under way, or about to be: of the page, or of a frame of it alone where `isFramesOnly` says so then. */
  | { readonly kind: "loads"; readonly isFramesOnly?: () => Promise<boolean> }
  /** The page that was asked for is there, be it another one or the old one under another address. */
  | { readonly kind: "shows" }
  | { readonly kind: "failed"; readonly errorText: string };

/** What the browser says of a load that something put an end to: another load, a download, a stop. */
const ABORTED = "net::ERR_ABORTED";

const progresses = new Map<number, Progress>();
const watches = new Set<Watch>();

/** Follows the loading of all tabs. Must be called once, in the first turn of the worker. */
export function trackNavigation(): void {
  const { webNavigation, tabs } = chrome;
  webNavigation.onBeforeNavigate.addListener((details) => receive(details, { kind: "started" }));
  webNavigation.onCommitted.addListener((details) => {
    receive(details, { kind: "committed", documentId: details.documentId });
    if (details.frameId !== 0) checkFrames(details.tabId);
  });
  webNavigation.onDOMContentLoaded.addListener((details) =>
    receive(details, { kind: "domcontentloaded", documentId: details.documentId }),
  );
  webNavigation.onCompleted.addListener((details) =>
    receive(details, { kind: "completed", documentId: details.documentId }),
  );
  webNavigation.onErrorOccurred.addListener((details) => {
    const documentId = /[1-9A-F]/i.test(details.documentId) ? details.documentId : undefined;
    receive(details, { kind: "failed", documentId, errorText: details.error });
  });
  webNavigation.onHistoryStateUpdated.addListener((details) => {
    if (isByHistory(details)) stay(details.tabId);
  });
  webNavigation.onReferenceFragmentUpdated.addListener((details) => {
    if (isByHistory(details)) stay(details.tabId);
  });
  tabs.onRemoved.addListener((tabId) => {
    progresses.delete(tabId);
    const error = failure(Reason.TAB_NOT_FOUND, `tab ${tabId} was closed while it loaded`, { tab_id: tabId });
    for (const watch of watches) if (watch.tabId === tabId) watch.end(error);
  });
}

/**
 * Does something that makes a tab load a page, and waits for a phase of that page. The phase counts for the page that
 * is there in the end: what redirects is not it. Raises what the act raises, the signal's failure, and `tab_not_found`
 * when the tab is closed meanwhile.
 */
export async function actAndWait(
  tabId: number,
  act: () => Promise<ActOutcome>,
  wait: PhaseWait,
): Promise<PhaseOutcome> {
  const watch = new Watch(tabId, beforeStart(progresses.get(tabId) ?? unknownProgress));
  watches.add(watch);
  // The act may take as long as the load does, and longer than the wait.
  act()
    .then((outcome) => conclude(watch, outcome))
    .catch((error) => watch.end(error));
  return settle(watch, wait);
}

/** Waits until a new tab has loaded its first page, for as long as that may take at most. */
export async function awaitFirstPage(tabId: number, signal: AbortSignal): Promise<void> {
  const watch = new Watch(tabId, progresses.get(tabId) ?? unknownProgress);
  watch.conclude();
  watches.add(watch);
  await settle(watch, { phase: "load", timeoutMs: FIRST_PAGE_MS, signal });
}

/** Waits until the page that a tab shows, or is about to load, has reached a phase. Raises as `actAndWait` does. */
export async function awaitPhase(tabId: number, wait: PhaseWait): Promise<PhaseOutcome> {
  const watch = new Watch(tabId, presentProgress(progresses.get(tabId) ?? (await readProgress(tabId))));
  watch.conclude();
  watches.add(watch);
  return settle(watch, wait, START_GRACE_MS);
}

/** `startGraceMs`: how long a page that is complete may take to begin with another. */
async function settle(watch: Watch, wait: PhaseWait, startGraceMs = 0): Promise<PhaseOutcome> {
  const late = AbortSignal.timeout(wait.timeoutMs);
  const signal = AbortSignal.any([wait.signal, late]);
  try {
    if (startGraceMs > 0 && hasReached(watch.progress, "load")) await watch.until(isPending, signal, startGraceMs);
    return await reachPhase(watch, wait.phase, signal);
  } catch (error) {
    if (late.aborted && !wait.signal.aborted && isAbort(error)) return { reached: "timeout" };
    throw error;
  } finally {
    watches.delete(watch);
  }
}

async function reachPhase(watch: Watch, phase: Phase, signal: AbortSignal): Promise<PhaseOutcome> {
  const loadPhase = phase === "networkidle" ? "load" : phase;
  for (;;) {
    // Before the browser has dealt with the act, what is seen may still be of a load before it.
    await watch.until(
      (progress) => watch.isConcluded && (hasReached(progress, loadPhase) || hasFailed(progress)),
      signal,
    );
    const { errorText } = watch.progress;
    if (errorText !== undefined) {
      // A load that another one pushes aside fails first, and the other one starts after.
      if (errorText === ABORTED && (await watch.until(isPending, signal, REPLACEMENT_GRACE_MS))) continue;
      return { reached: "timeout", errorText };
    }
    if (phase === "networkidle") await fallSilent(watch, signal);
    // Asking the tab gives a page that redirects itself the time to begin with it.
    await requireTab(watch.tabId);
    if (!isPending(watch.progress)) return { reached: phase };
  }
}

/** Settles when the page asks for nothing more, or begins to be replaced. */
async function fallSilent(watch: Watch, signal: AbortSignal): Promise<void> {
  const replaced = new AbortController();
  const either = AbortSignal.any([signal, replaced.signal]);
  const silence = awaitNetworkIdle(watch.tabId, either).catch((error) => {
    if (!(error instanceof ToolError) || (error.code !== "cdp_failed" && error.code !== "permission_denied"))
      throw error;
    // Where the debugger may not be, what the page asks for is not known: it is given its time.
    return watch.until(isPending, either, UNOBSERVED_IDLE_MS);
  });
  const replacement = watch.until(isPending, either);
  try {
    await Promise.race([silence, replacement]);
  } finally {
    replaced.abort();
    await Promise.allSettled([silence, replacement]);
  }
}

/** Progress without the memory of a load that failed before and left a complete page as it was. */
function presentProgress(progress: Progress): Progress {
  const { errorText, ...page } = progress;
  return errorText === undefined || page.phase !== "load" ? progress : page;
}

function isPending(progress: Progress): boolean {
  return progress.pending > 0;
}

/** What the browser can tell of a tab that was there before this worker. */
async function readProgress(tabId: number): Promise<Progress> {
  const { status } = await requireTab(tabId);
  return { ...unknownProgress, ...(status === "complete" ? { phase: "load" } : { pending: 1 }) };
}

function receive(details: { tabId: number; frameId: number }, event: NavigationEvent): void {
  if (details.frameId !== 0) return;
  const { tabId } = details;
  progresses.set(tabId, advance(progresses.get(tabId) ?? unknownProgress, event));
  for (const watch of watches) if (watch.tabId === tabId) watch.receive(event);
}

async function conclude(watch: Watch, outcome: ActOutcome): Promise<void> {
  if (outcome.kind === "shows") {
    const page = await chrome.webNavigation.getFrame({ tabId: watch.tabId, frameId: 0 });
    const known = progresses.get(watch.tabId) ?? unknownProgress;
    // What the browser has shown already may not have been told yet.
    const isTold = known.documentId === page?.documentId;
    watch.set(isTold ? known : { ...beforeStart(known), awaitsStart: false });
  } else if (outcome.kind === "failed" && watch.progress.awaitsStart) {
    watch.set({ ...watch.progress, awaitsStart: false, errorText: outcome.errorText });
  }
  watch.conclude(outcome.kind === "loads" ? outcome.isFramesOnly : undefined);
}

/** A frame of the page has loaded: where that was all that was asked for, the page stays. */
function checkFrames(tabId: number): void {
  for (const watch of watches) {
    if (watch.tabId !== tabId || !watch.progress.awaitsStart || watch.isFramesOnly === undefined) continue;
    watch.isFramesOnly().then(
      (isFramesOnly) => {
        if (isFramesOnly) stay(tabId);
      },
      (error) => watch.end(error),
    );
  }
}

/** The page of a tab stays in a move through its history, so what is known of it is what a watch waits for. */
function stay(tabId: number): void {
  for (const watch of watches) {
    if (watch.tabId === tabId && watch.progress.awaitsStart) watch.set(progresses.get(tabId) ?? unknownProgress);
  }
}

function isByHistory(details: { transitionQualifiers: string[] }): boolean {
  return details.transitionQualifiers.includes("forward_back");
}
