import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { installAgent } from "../page/agent";

export default defineUnlistedScript(installAgent);
