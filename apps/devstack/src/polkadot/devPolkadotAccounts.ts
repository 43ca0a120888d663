/** An account of Fir with its key. */
export interface DevPolkadotAccount {
  /** In the generic form. */
  readonly address: string
  readonly type: 'sr25519' | 'ed25519' | 'ecdsa'
  /** 32 bytes. */
  readonly secret: Uint8Array
}

/**
 * The accounts of the simulated Polkadot wallet, whose secrets are all ones, all twos and so on. They are as public as that: anyone can
 * take what they hold on another chain.
 */
export const devPolkadotAccounts: readonly DevPolkadotAccount[] = (
  [
    ['5CcyqxXnJucaCnQQvvUg5EPzj1uoNAxACZvzArHw5aVDvgNH', 'sr25519'],
    ['5Ez973Q82FyaLNPfjnKEDnHF3jvshyx7qeJsvCmUCmjeR3GF', 'ed25519'],
    ['5DzVsn1XYdhJv8Ts9N8teJjWUcqcfT6GAvUtxSrrsULaSMrF', 'ecdsa'],
    ['5GUEW7AH1VGD9XPqTJ7ZEbcTbLW6ZHkFJ8dAHWRMz2Q1MEuU', 'sr25519'],
    ['5DeZAMjvpmKhgfoju3A2nSarhrSWDrk25vDi38UocrqVUB6z', 'sr25519'],
  ] as const
).map(([address, type], at) => ({ address, type, secret: new Uint8Array(32).fill(at + 1) }))

/** What each of them holds at the start, in base units: 1,000 coins. */
export const devPolkadotBalance = 1_000_000_000_000_000n
