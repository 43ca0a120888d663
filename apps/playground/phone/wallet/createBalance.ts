import type { Address } from 'viem'

export interface BalanceOptions {
  /** Wei of an account. @throws Error when the chain cannot be asked. */
  read(chainId: number, address: Address): Promise<bigint>
  /** Whose balance is on the screen. */
  shown(): { readonly chainId: number; readonly address: Address | undefined }
  /** It is known, or unknown, from now on. */
  change(balance: bigint | undefined): void
}

/** Reads the balance of the shown account and network; drops an answer that comes after a switch. */
export function createBalance({ read, shown, change }: BalanceOptions): () => Promise<void> {
  let count = 0
  return async () => {
    count += 1
    const mine = count
    const { chainId, address } = shown()
    const balance = address && (await read(chainId, address).catch(() => undefined))
    if (mine === count) change(balance)
  }
}
