import { Action } from "../browser/action";
import { attach } from "../browser/debugger";
import { type HandledDialog, takeDialogs } from "../browser/dialogs";
import { keepPainting } from "../browser/painting";
import { failure, Reason } from "../errors";
import type { ToolContext } from "./handler";

/** How long an act may take when its request does not say. */
export const ACT_TIMEOUT_MS = 30_000;

/** What every act is told. */
interface ActRequest {
  readonly tabId?: number | undefined;
  readonly timeoutMs?: number | undefined;
}

/** What an act has need of. */
interface ActNeeds {
  /** Its input, or its result, waits for frames that the tab paints. */
  readonly frames: boolean;
}

/** What every act answers beside its own. */
interface Acted {
  readonly tabId: number;
  readonly dialogs: HandledDialog[];
}

/**
 * Carries out one act on the tab that a request names, within the time that it allows. The tab has the debugger
 * meanwhile, and paints as needed. A failure says in `effect_state` what it may have left behind. Raises `timeout`, and what the
 * debugger raises.
 */
export async function act<R extends object>(
  request: ActRequest,
  context: ToolContext,
  needs: ActNeeds,
  work: (action: Action) => Promise<R>,
): Promise<R & Acted> {
  const tabId = await context.controlledTab(request.tabId);
  const milliseconds = request.timeoutMs ?? ACT_TIMEOUT_MS;
  if (milliseconds === 0) throw failure(Reason.INVALID_PARAMS, "the timeout must be more than zero");
  const deadline = performance.now() + milliseconds;
  const clock = new AbortController();
  const timer = setTimeout(() => {
    clock.abort(failure(Reason.TIMEOUT, `the act was not done within ${milliseconds} ms`));
  }, milliseconds);
  const action = new Action(tabId, AbortSignal.any([context.signal, clock.signal]), deadline);
  let stopPainting: (() => void) | undefined;
  try {
    await action.unlessAborted(attach(tabId));
    stopPainting = keepPainting(tabId, needs.frames);
    const result = await work(action);
    return { ...result, tabId, dialogs: takeDialogs(tabId) };
  } catch (error) {
    throw action.explain(error);
  } finally {
    clearTimeout(timer);
    stopPainting?.();
  }
}
