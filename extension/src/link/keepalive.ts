import { KEEPALIVE_PERIOD_MINUTES } from "./limits";

const alarmName = "bh-keepalive";

/**
 * Calls `wake` at every tick of an alarm that outlives the worker, so that a stopped worker comes back and connects.
 * Must be called in the first turn of the worker, or the alarm that started it goes unheard.
 */
export function startKeepalive(wake: () => void): void {
  chrome.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === alarmName) wake();
  });
  chrome.runtime.onStartup.addListener(wake);
  chrome.runtime.onInstalled.addListener(wake);
  void chrome.alarms.get(alarmName).then((alarm) => {
    if (alarm === undefined) return chrome.alarms.create(alarmName, { periodInMinutes: KEEPALIVE_PERIOD_MINUTES });
    return undefined;
  });
}
