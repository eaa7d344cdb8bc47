import type { InteractionService } from "@gen/bsk/tools/v1/interaction_pb";
import type { Action } from "../../browser/action";
import { insertText, pressKey } from "../../browser/input";
import { parseKey } from "../../browser/keys";
import { pause } from "../../browser/pause";
import { isReason } from "../../browser/refusal";
import { askTarget, dataOf, nameOf, type PageTarget, refusal, resolveTarget, usedBy } from "../../browser/target";
import { failure, Reason } from "../../errors";
import { act } from "../act";
import type { Handler } from "../handler";
import { confirmFocus } from "./focus";
import { FILL_SETTLE_MS } from "./limits";

/**
 * Puts text into a field in the place of what stands there, or behind it. Text is typed into the focused field at once;
 * a date, colour, number or the like is set. Where something else stands there afterwards, the answer says what, unless
 * it is a secret. Raises why the element cannot be filled, and `fill_target_changed` when the page took it away.
 */
export const fill: Handler<(typeof InteractionService)["method"]["fill"]> = (request, context) =>
  act(request, context, { frames: false }, async (action) => {
    const { value, clearBefore = true } = request;
    if (value === undefined) throw failure(Reason.INVALID_PARAMS, "value is missing");
    const target = await resolveTarget(action, request, context.refs);
    const expected = clearBefore ? value : ((await readField(action, target)) ?? "") + value;
    await write(action, target, value, !clearBefore);
    const now = await settledValue(action, target, expected);
    return {
      ...usedBy(target),
      valueLength: value.length,
      ...(now === undefined || now === expected ? {} : { valueNow: now }),
    };
  });

async function write(action: Action, target: PageTarget, value: string, keep: boolean): Promise<void> {
  action.commit();
  const prepared = await askTarget(action, target, "prepareFill", value, keep);
  if (prepared.state === "assigned") return;
  if (prepared.state !== "prepared") {
    // What refuses has not been touched, but for one that let the focus go by.
    if (prepared.state !== "unfocused") action.retract();
    throw refusal(target, prepared);
  }
  await confirmFocus(action, target);
  if (prepared.text !== "") await insertText(action, prepared.text);
  else if (!prepared.empty && !keep) await pressKey(action, parseKey("Delete"), 0);
}

/** What stands in the field once the page had a moment to rewrite it. Undefined for a secret. */
async function settledValue(action: Action, target: PageTarget, expected: string): Promise<string | undefined> {
  const now = await readBack(action, target);
  if (now === undefined || now === expected) return now;
  await pause(FILL_SETTLE_MS, action.signal);
  return readBack(action, target);
}

async function readBack(action: Action, target: PageTarget): Promise<string | undefined> {
  const content = await askTarget(action, target, "content").catch((error) => {
    const isGone = isReason(error, Reason.REF_NOT_FOUND) || isReason(error, Reason.SELECTOR_NOT_FOUND);
    throw isGone ? changed(target) : error;
  });
  // A field that the page locks or hides upon being filled holds what it holds.
  if (content.state === "content") return content.value;
  if (content.state === "gone" || content.state === "notAField") throw changed(target);
  return undefined;
}

async function readField(action: Action, target: PageTarget): Promise<string | undefined> {
  const content = await askTarget(action, target, "content");
  if (content.state !== "content") throw refusal(target, content);
  return content.value;
}

function changed(target: PageTarget) {
  const message = `${nameOf(target)} left the page while it was filled`;
  return failure(Reason.FILL_TARGET_CHANGED, message, dataOf(target));
}
