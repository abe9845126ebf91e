import { describeBounds, errorsOf, letters, notText } from "../testing/bounds.ts";
import { exampleTokenPair, exampleWalletRequests } from "../testing/wallet.ts";
import { answerErrorsOf } from "../testing/wallet-bounds.ts";
import { loginRequest, refreshTokensRequest, tokenPair } from "./session.ts";

describeBounds("login (4.4)", exampleWalletRequests.login, errorsOf(loginRequest), [
  ["email", ["a@b.co"], [undefined, "", "ada", `${letters(89)}@example.com`, ...notText]],
  // Six characters, as the interface has it: what is no digit is a wrong code and not a wrong field.
  ["code", ["000000", "abcdef"], [undefined, "", "12345", "1234567", ...notText]],
  ["clientId", [], [7]],
]);

describeBounds("refresh (4.4)", exampleWalletRequests.refreshTokens, errorsOf(refreshTokensRequest), [
  ["refreshToken", ["a", letters(1_024)], [undefined, "", letters(1_025), ...notText]],
  ["accessToken", [], ["x"]],
]);

describeBounds("pair of tokens (4.4)", exampleTokenPair, answerErrorsOf(tokenPair), [
  ["tokenType", ["bearer"], [undefined, ...notText]],
  ["expiresIn", [0, 3_600, 0.5], [undefined, -1, "3600", null, Number.NaN]],
  ["accessToken", ["a"], [undefined, "", ...notText]],
  ["refreshToken", ["a"], [undefined, "", ...notText]],
  ["aFieldOfANewerGateway", [true], []],
]);
