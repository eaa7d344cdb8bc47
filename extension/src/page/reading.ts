import { numbersGiven } from "./elements";

/** The reading methods of the page agent. */
export const reading = {
  numbersGiven,
};
