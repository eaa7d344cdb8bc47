import { expect, test } from "vitest";
import { namesSecret } from "../../src/page/secrets";

test.each(["PIN", "userPassword", "card_cvc", "otp-code", "Security code", "one-time code", "login[passwd]", "secret"])(
  "a field named %s holds a secret",
  (name) => {
    expect(namesSecret(name)).toBe(true);
  },
);

test.each(["Spinning", "shopping", "compass", "optional", "passenger name", "Pine", "", null])(
  "a field named %s holds none",
  (name) => {
    expect(namesSecret(name)).toBe(false);
  },
);
