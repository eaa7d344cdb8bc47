/** Interval of heartbeat events. Under the 30 s after which an idle worker is stopped. */
export const HEARTBEAT_INTERVAL_MS = 20_000;

/** How long the peer may take over the handshake. */
export const HANDSHAKE_TIMEOUT_MS = 10_000;

/** Wait before the first attempt to connect again; doubles up to the maximum. */
export const RECONNECT_FIRST_MS = 1_000;
export const RECONNECT_MAXIMUM_MS = 5_000;

/** Period of the alarm that starts a stopped worker again. The shortest that browsers grant. */
export const KEEPALIVE_PERIOD_MINUTES = 0.5;

/** Port of the gateway when neither the person nor the installation names one. */
export const DEFAULT_PORT = 52_800;
