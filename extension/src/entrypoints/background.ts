import { create, type DescMessage, type JsonObject, type MessageInitShape, toJson } from "@bufbuild/protobuf";
import { WindowClosedPayloadSchema } from "@gen/bsk/gateway/v1/link_pb";
import { defineBackground } from "wxt/utils/define-background";
import { detach, watchDebugger } from "../browser/debugger";
import { watchDialogs } from "../browser/dialogs";
import { watchIdleness } from "../browser/idleness";
import { trackNavigation } from "../browser/navigation";
import { watchPainting } from "../browser/painting";
import { Dispatcher } from "../dispatch/dispatcher";
import { startKeepalive } from "../link/keepalive";
import { Link } from "../link/link";
import { PopupService } from "../popup/service";
import { watchTabs } from "../session/attribution";
import { Sessions } from "../session/sessions";

export default defineBackground({
  type: "module",
  main() {
    const sessions = new Sessions({
      windowClosed: (sessionId) => {
        link.emit(
          "session.window_closed",
          payload(WindowClosedPayloadSchema, { sessionId, reason: "user_closed_window" }),
        );
      },
      tabReleased: (tabId) => void detach(tabId),
      changed: () => popup.update(),
    });
    const dispatcher = new Dispatcher(sessions);
    const link = new Link({
      serve: (request, signal) => dispatcher.serve(request, signal),
      disconnected: () => sessions.stopAll(),
    });
    const popup = new PopupService(link, sessions);
    watchTabs(sessions);
    trackNavigation();
    watchDebugger();
    watchDialogs();
    watchPainting();
    watchIdleness();
    const swept = sessions.sweep().catch((error) => console.error("windows of an earlier run stay open", error));
    startKeepalive(() => void swept.then(() => link.wake()));
    void swept.then(() => link.wake());
  },
});

function payload<D extends DescMessage>(schema: D, message: MessageInitShape<D>): JsonObject {
  return toJson(schema, create(schema, message), { useProtoFieldName: true }) as JsonObject;
}
