/** Bytes of a transaction over the wire: what fits in one packet (IPv6's 1,280 less its headers). */
export const longestTransaction = 1_232
