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
}

/** Serves one RPC. Throws `ToolError` for every failure that it foresees. */
export type Handler<M extends DescMethodUnary> = (
  request: MessageShape<M["input"]>,
  context: ToolContext,
) => Promise<MessageInitShape<M["output"]>>;

/** One handler for each RPC of a service, under the RPC's name in lower camel case. */
export type ServiceHandlers<S extends GenService<GenServiceMethods>> = {
  readonly [K in keyof S["method"]]: S["method"][K] extends DescMethodUnary ? Handler<S["method"][K]> : never;
};
