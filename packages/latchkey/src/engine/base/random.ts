/** Randomness for ids, so that tests can own it. */
export interface Random {
  /** 128 random bits as 32 hex characters. */
  id(): string
}

// `crypto.randomUUID` is missing on plain-http pages; `getRandomValues` is not.
/** Random ids of 16 bytes as hex, from WebCrypto. */
export const systemRandom: Random = {
  id: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join(
      '',
    ),
}
