import type { JsonObject } from "@bufbuild/protobuf";
import type { Action } from "../../browser/action";
import { show } from "../../browser/geometry";
import { type Point, pressKey } from "../../browser/input";
import { parseKey } from "../../browser/keys";
import { askTarget, dataOf, nameOf, type PageTarget, refusal } from "../../browser/target";
import { failure, Reason, type ToolError } from "../../errors";
import type { NotChosen, Selection } from "../../page/selecting";

/** Selects the options with these values or labels in a native list, and no others. Raises why that cannot be. */
export async function choose(action: Action, target: PageTarget, values: readonly string[]): Promise<Selection> {
  await show(action, target);
  action.commit();
  return finish(action, target, await askTarget(action, target, "choose", values));
}

/** Selects one option by itself. Returns the middle of its list in the top-level viewport. */
export async function chooseOption(action: Action, target: PageTarget): Promise<Point> {
  const { x, y, width, height } = await show(action, target);
  action.commit();
  await finish(action, target, await askTarget(action, target, "chooseOption"));
  return { x: x + width / 2, y: y + height / 2 };
}

async function finish(action: Action, target: PageTarget, chosen: Selection | NotChosen): Promise<Selection> {
  if (chosen.state !== "selected") throw choiceRefusal(action, target, chosen);
  // The unfolded options take all keys for themselves, this one too.
  if (chosen.open) await pressKey(action, parseKey("Escape"), 0);
  return chosen;
}

function choiceRefusal(action: Action, target: PageTarget, why: NotChosen): ToolError {
  action.retract();
  const name = nameOf(target);
  const data = dataOf(target);
  switch (why.state) {
    case "notAList":
      return failure(Reason.TARGET_NOT_SELECT, `${name} is no native list: it is <${why.tag}>`, data);
    case "tooMany":
      return failure(Reason.SINGLE_SELECT_VALUE_COUNT, `${name} takes exactly one value`, data);
    case "noSuchOption": {
      const message = `${name} has no option ${JSON.stringify(why.wanted)}`;
      const options = why.options.map((option): JsonObject => ({ ...option }));
      return failure(Reason.OPTION_NOT_FOUND, message, { ...data, options, option_count: why.total });
    }
    case "optionDisabled": {
      const message = `the option ${JSON.stringify(why.option.label)} is disabled`;
      return failure(Reason.OPTION_DISABLED, message, { ...data, option: { ...why.option } });
    }
    default:
      return refusal(target, why);
  }
}
