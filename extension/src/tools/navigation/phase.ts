import type { PhaseWait } from "../../browser/navigation";
import { type Phase, phases } from "../../browser/progress";
import { failure, Reason } from "../../errors";

/** What a request of a navigation or a wait says about waiting. */
interface WaitRequest {
  readonly waitUntil?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

/** The wait that a request asks for: `load` unless it names a phase. Raises `invalid_params`. */
export function requestedWait(request: WaitRequest, defaultTimeoutMs: number, signal: AbortSignal): PhaseWait {
  const { waitUntil = "load", timeoutMs = defaultTimeoutMs } = request;
  if (!isPhase(waitUntil)) {
    throw failure(Reason.INVALID_PARAMS, `wait_until is one of ${phases.join(", ")}, not ${waitUntil}`);
  }
  if (timeoutMs < 1) throw failure(Reason.INVALID_PARAMS, "timeout_ms must be more than 0");
  return { phase: waitUntil, timeoutMs, signal };
}

function isPhase(word: string): word is Phase {
  return (phases as readonly string[]).includes(word);
}
