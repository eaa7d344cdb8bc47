import { type DescMethod, type DescMethodUnary, getOption } from "@bufbuild/protobuf";
import type { GenService, GenServiceMethods } from "@bufbuild/protobuf/codegenv2";
import { tool } from "@gen/bsk/options/v1/options_pb";
import { InteractionService } from "@gen/bsk/tools/v1/interaction_pb";
import { NavigationService } from "@gen/bsk/tools/v1/navigation_pb";
import { ObservationService } from "@gen/bsk/tools/v1/observation_pb";
import { ScriptService } from "@gen/bsk/tools/v1/script_pb";
import { TabsService } from "@gen/bsk/tools/v1/tabs_pb";
import { WaitsService } from "@gen/bsk/tools/v1/waits_pb";
import { WindowService } from "@gen/bsk/tools/v1/window_pb";
import type { Handler, ServiceHandlers } from "../tools/handler";
import { interaction } from "../tools/interaction";
import { navigation } from "../tools/navigation";
import { observation } from "../tools/observation";
import { script } from "../tools/script";
import { tabs } from "../tools/tabs";
import { waits } from "../tools/waits";
import { window } from "../tools/window";

/** A method on the wire with what serves it. */
export interface Tool {
  readonly method: DescMethodUnary;
  readonly handler: Handler<DescMethodUnary>;
}

/** All tools by their method on the wire. A handler that is missing or misspelt does not compile. */
export const tools: ReadonlyMap<string, Tool> = new Map([
  ...serve(TabsService, tabs),
  ...serve(WindowService, window),
  ...serve(NavigationService, navigation),
  ...serve(WaitsService, waits),
  ...serve(ObservationService, observation),
  ...serve(InteractionService, interaction),
  ...serve(ScriptService, script),
]);

function serve<S extends GenService<GenServiceMethods>>(service: S, handlers: ServiceHandlers<S>): [string, Tool][] {
  const named = new Map<string, unknown>(Object.entries(handlers));
  return service.methods.flatMap((method) => {
    const options = getOption(method, tool);
    if (options.servedByRouter || !isUnary(method)) return [];
    const handler = named.get(method.localName) as Handler<DescMethodUnary>;
    return [[options.method, { method, handler }]];
  });
}

function isUnary(method: DescMethod): method is DescMethodUnary {
  return method.methodKind === "unary";
}
