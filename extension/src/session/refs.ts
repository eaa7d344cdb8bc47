/** The references `eN` of one session. */
export class RefSpace {}
