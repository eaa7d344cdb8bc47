import type { TabsService } from "@gen/bsk/tools/v1/tabs_pb";
import type { ServiceHandlers } from "../handler";
import { closeTab } from "./closeTab";
import { createTab } from "./createTab";
import { listTabs } from "./listTabs";
import { selectTab } from "./selectTab";

export const tabs: ServiceHandlers<typeof TabsService> = { listTabs, createTab, closeTab, selectTab };
