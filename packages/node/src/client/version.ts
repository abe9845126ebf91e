/** Sent as `User-Agent`; a test ties it to package.json. */
export const version = "0.1.0";
