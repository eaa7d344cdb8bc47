/** Phases of loading a page, in their order. */
export const phases = ["commit", "domcontentloaded", "load", "networkidle"] as const;

export type Phase = (typeof phases)[number];

/** Phases that the browser itself reports. */
export type LoadPhase = Exclude<Phase, "networkidle">;

/** What the browser tells of the main frame of a tab. */
export type NavigationEvent =
  | { readonly kind: "started" }
  | { readonly kind: "committed"; readonly documentId: string }
  | { readonly kind: "domcontentloaded"; readonly documentId: string }
  | { readonly kind: "completed"; readonly documentId: string }
  /** The document is the one that stopped loading, or the browser's error page. Without one nothing took the place of
   * the page, as with downloads and empty answers. */
  | { readonly kind: "failed"; readonly documentId: string | undefined; readonly errorText: string };

/** How far a tab is with loading. */
export interface Progress {
  /** Only what starts from here on counts: a load that is under way already is somebody else's. */
  readonly awaitsStart: boolean;
  /** Loads that have started and neither replaced the page nor failed. */
  readonly pending: number;
  /** Document of the page. Absent before anything is known of it. */
  readonly documentId?: string;
  /** Phase of that document. Absent while it is the one that is to be replaced. */
  readonly phase?: LoadPhase;
  /** The browser's word for the load that failed last, until another begins. */
  readonly errorText?: string;
}

/** Progress of a tab of which nothing is known. */
export const unknownProgress: Progress = { awaitsStart: false, pending: 0 };

/** Progress of a load that is about to be asked for, in a tab with this progress. */
export function beforeStart({ documentId }: Progress): Progress {
  return { awaitsStart: true, pending: 0, ...(documentId === undefined ? {} : { documentId }) };
}

/** What a tab's progress is after an event. */
export function advance(progress: Progress, event: NavigationEvent): Progress {
  switch (event.kind) {
    case "started": {
      const { errorText: _, ...rest } = progress;
      return { ...rest, awaitsStart: false, pending: progress.pending + 1 };
    }
    case "committed":
      if (progress.awaitsStart) return { ...progress, documentId: event.documentId };
      // Whatever else was under way has ended with this: counting on could only add up past slips.
      return { awaitsStart: false, pending: 0, documentId: event.documentId, phase: "commit" };
    case "domcontentloaded":
      return isCurrent(progress, event) && progress.phase === "commit" ? { ...progress, phase: event.kind } : progress;
    case "completed":
      return isCurrent(progress, event) ? { ...progress, phase: "load" } : progress;
    case "failed":
      return event.documentId === undefined ? abandon(progress, event.errorText) : fail(progress, event);
  }
}

/** Whether the page has come as far as a phase. A page that is being replaced has come nowhere. */
export function hasReached(progress: Progress, phase: LoadPhase): boolean {
  if (progress.pending > 0 || progress.phase === undefined || progress.errorText !== undefined) return false;
  return phases.indexOf(progress.phase) >= phases.indexOf(phase);
}

/** Whether the load has failed, with nothing on its way in its place. */
export function hasFailed(progress: Progress): boolean {
  return progress.pending === 0 && progress.errorText !== undefined;
}

function isCurrent(progress: Progress, event: { readonly documentId: string }): boolean {
  return progress.phase !== undefined && event.documentId === progress.documentId;
}

/** A load came to nothing, and the page stays. */
function abandon(progress: Progress, errorText: string): Progress {
  if (progress.awaitsStart || progress.pending === 0) return progress;
  const pending = progress.pending - 1;
  return pending === 0 ? { ...progress, pending, errorText } : { ...progress, pending };
}

/** The page stopped loading half-way, or the browser put its error page in the place of one that did not come. */
function fail(progress: Progress, event: { documentId: string | undefined; errorText: string }): Progress {
  const { documentId, errorText } = event;
  if (documentId === undefined) return progress;
  if (documentId === progress.documentId) {
    const isLoading = progress.phase === "commit" || progress.phase === "domcontentloaded";
    return isLoading ? { ...progress, errorText } : progress;
  }
  if (progress.awaitsStart) return { ...progress, documentId };
  return { awaitsStart: false, pending: 0, documentId, phase: "commit", errorText };
}
