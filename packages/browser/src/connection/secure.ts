/** https, or http on this machine; of an origin. An address of digits is IPv4: so the URL parser has read it. */
export const secureOrigin = /^(https:|http:\/\/(127[\d.]+|\[::1\]|(.+\.)?localhost)(:|$))/;
