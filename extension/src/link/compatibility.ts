/** Protocol that this extension speaks. */
export const PROTOCOL_VERSION = "1.3";

/** Oldest protocol that this extension goes along with. */
export const PROTOCOL_FLOOR = "1.0";

export interface ProtocolOffer {
  readonly version: string;
  /** Oldest protocol that this side goes along with. Absent when the side does not say. */
  readonly floor?: string | undefined;
}

export type Verdict =
  | { readonly kind: "compatible" }
  /** They go together, though the versions differ. */
  | { readonly kind: "skew" }
  | { readonly kind: "incompatible"; readonly problem: string };

/** Whether two sides go together. Both sides come to the same verdict; the versions of the programs play no part. */
export function judgeProtocols(ours: ProtocolOffer, theirs: ProtocolOffer): Verdict {
  const own = parseVersion(ours.version);
  const peer = parseVersion(theirs.version);
  if (own === undefined || peer === undefined || own.major !== peer.major) {
    return incompatible(`the peer speaks protocol ${theirs.version}, this extension ${ours.version}`);
  }
  if (ours.floor !== undefined && isBelow(peer, ours.floor)) {
    return incompatible(`the peer speaks protocol ${theirs.version}, this extension needs ${ours.floor} or newer`);
  }
  if (theirs.floor !== undefined && isBelow(own, theirs.floor)) {
    return incompatible(`this extension speaks protocol ${ours.version}, the peer needs ${theirs.floor} or newer`);
  }
  return ours.version === theirs.version ? { kind: "compatible" } : { kind: "skew" };
}

interface Version {
  readonly major: number;
  readonly minor: number;
}

function parseVersion(text: string): Version | undefined {
  const [majorText = "", minorText = ""] = text.split(".");
  const major = parseSegment(majorText);
  const minor = minorText === "" ? 0 : parseSegment(minorText);
  return major === undefined || minor === undefined ? undefined : { major, minor };
}

function parseSegment(text: string): number | undefined {
  if (!/^[0-9]+$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}

function isBelow(version: Version, floorText: string): boolean {
  const floor = parseVersion(floorText);
  if (floor === undefined) return true;
  return version.major < floor.major || (version.major === floor.major && version.minor < floor.minor);
}

function incompatible(problem: string): Verdict {
  return { kind: "incompatible", problem };
}
