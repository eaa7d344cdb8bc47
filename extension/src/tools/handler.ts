import type { DescMethodUnary, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import type { GenService, GenServiceMethods } from "@bufbuild/protobuf/codegenv2";
import type { RefSpace } from "../session/refs";
import type { Session } from "../session/session";

/** What a tool may use beside its request. */
export interface ToolContext {
  /** Trips when the call is cancelled, the person presses Stop or the session ends. Long work must honour it. */
  readonly signal: AbortSignal;
  readonly session: Session;
  readonly refs: RefSpace;
  /**
   * The tab named, or the active tab of the Agent Window. Refuses a tab that does not exist (`tab_not_found`) and one
   * that the session does not own (`agent_window_scope`).
   */
  controlledTab(tabId?: number): Promise<number>;
  /** Whose a tab is: this session's, the person's, or hidden because it belongs to another session. */
  scopeOf(tab: { readonly id: number; readonly windowId: number }): "agent" | "user" | "hidden";
}

/** Serves one RPC. Throws `ToolError` for every failure that it foresees. */
export type Handler<M extends DescMethodUnary> = (
  request: MessageShape<M["input"]>,
  context: ToolContext,
) => Promise<MessageInitShape<M["output"]>>;

/** RPCs that the router answers itself. */
type ServedByRouter = "waitMs";

/** One handler for each RPC of a service, under the RPC's name in lower camel case. */
export type ServiceHandlers<S extends GenService<GenServiceMethods>> = {
  readonly [K in Exclude<keyof S["method"], ServedByRouter>]: S["method"][K] extends DescMethodUnary
    ? Handler<S["method"][K]>
    : never;
};
