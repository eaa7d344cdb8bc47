import { isAttached, send } from "../../browser/debugger";
import { type HandledDialog, takeDialogs } from "../../browser/dialogs";
import { type ActOutcome, actAndWait, type PhaseOutcome, type PhaseWait } from "../../browser/navigation";
import { requireTab } from "../../browser/tabs";
import { throwIfAborted } from "../../errors";

/** What a tool that loads a page answers with. */
export interface Loaded extends PhaseOutcome {
  readonly tabId: number;
  readonly previousUrl: string | undefined;
  readonly finalUrl: string | undefined;
  readonly dialogs: HandledDialog[];
}

/** Does something that loads a page, waits, and describes what came of it. A cancelled call stops the loading. */
export async function load(tabId: number, act: () => Promise<ActOutcome>, wait: PhaseWait): Promise<Loaded> {
  const { url: previousUrl } = await requireTab(tabId);
  throwIfAborted(wait.signal);
  try {
    const outcome = await actAndWait(tabId, act, wait);
    const { url: finalUrl } = await requireTab(tabId);
    return { ...outcome, tabId, previousUrl, finalUrl, dialogs: takeDialogs(tabId) };
  } catch (error) {
    // Nobody is there any more whom a failure to stop would concern.
    if (wait.signal.aborted && isAttached(tabId)) void send(tabId, "Page.stopLoading").catch(() => undefined);
    throw error;
  }
}
