import type { NavigationService } from "@gen/bsk/tools/v1/navigation_pb";
import type { ServiceHandlers } from "../handler";
import { navigate } from "./navigate";
import { navigateBack } from "./navigateBack";
import { navigateForward } from "./navigateForward";
import { reload } from "./reload";

export const navigation: ServiceHandlers<typeof NavigationService> = {
  navigate,
  navigateBack,
  navigateForward,
  reload,
};
