import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "wxt";

// Public half of a key pair whose private half does not exist: it only keeps the extension's id the same on every machine.
const publicKey =
  "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA1r8DiPnsVHMQz85TDdlSzudK8AgtT0VxaSBNoRMK2iRErH3ndOWiNi1SCfo/B6jntMcf52kJYqnXeg/6nQ7dG5UDxBaMnj44bJhMI7aonoBQLSs0jg0gkqtbOtIEGAbj2CrL10PDCTHP8u+05yniKbPseRen8NA5tEvgwrAqozPZa080Xj9IOovdraXNAlyBT62nnD5TKZHN72qXYxxSrkc9aY4woXMMIZRd0rcKpDaFhlkT9E/ZbmpmQjY7NK5h0cyJJL7ZFP2NELETW931W9dkqQITdoHMwiaoeDysfDdIMya3A3NPVuj9fBIe+WYlHDtnwNC8tW2lkyE33CklPQIDAQAB";

/** The one version of the whole program. */
function programVersion(): string {
  const source = readFileSync(new URL("../protos/bsk_wire/version.py", import.meta.url), "utf8");
  const version = /^__version__ = "([0-9.]+)/m.exec(source)?.[1];
  if (version === undefined) throw new Error("protos/bsk_wire/version.py names no version");
  return version;
}

export default defineConfig({
  srcDir: "src",
  outDir: "../build",
  outDirTemplate: "extension",
  imports: false,
  alias: {
    "@gen": fileURLToPath(new URL("../build/gen/ts", import.meta.url)),
  },
  manifest: {
    name: "BrowserSkill",
    description: "Lets an agent work in a window of its own in your browser.",
    version: programVersion(),
    key: publicKey,
    minimum_chrome_version: "125",
    permissions: ["alarms", "debugger", "scripting", "storage", "tabs", "webNavigation"],
    host_permissions: ["<all_urls>"],
    incognito: "not_allowed",
  },
});
