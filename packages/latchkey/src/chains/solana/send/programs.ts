/** The programs that a transfer of ours calls, and those whose instructions a wallet may add to one. */
export const programs = {
  system: '11111111111111111111111111111111',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  tokenAccounts: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  /** Guards that wallets add: they can make a transaction fail, and do nothing else. */
  lighthouse: 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95',
} as const

/** The programs that hold tokens. */
export function isTokenProgram(address: unknown): address is string {
  return address === programs.token || address === programs.token2022
}

/** What a wallet may add: the price of the transaction, and guards. Neither moves anything. */
export function isAddition(program: string): boolean {
  return program === programs.computeBudget || program === programs.lighthouse
}
