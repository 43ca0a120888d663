/** A transfer request of Solana Pay, which wallets open as "send to": without an amount; for a token, with its mint. */
export function receiveUri({
  address,
  token,
}: {
  readonly address: string
  readonly token?: string
}): string {
  return `solana:${address}${token === undefined ? '' : `?spl-token=${token}`}`
}
