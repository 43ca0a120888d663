import { concat, type Hex, pad, size, toHex } from 'viem'
import { batchDelegate, batchDelegateCreation, create2Factory, create2Salt } from './batchDelegate.ts'
import { isBytes, toQuantity } from './params.ts'
import { ProviderRpcError } from './providerError.ts'
import { quantityOf, sendTransaction, type TransactionRequest } from './sendTransaction.ts'
import type { WalletContext } from './walletContext.ts'

const deployGas = 200_000n
/** What the authorization costs beside the calls, and what an estimate may be short by. */
const spareGas = 60_000n
/** What nodes answer when a call would revert. */
const revertedCode = 3
const revertingGas = 500_000n

/**
 * Sends calls of one account as one transaction to itself, all or none: the account delegates to a contract that makes them (EIP-7702).
 * The first such batch on a chain puts the contract there, in a transaction of its own.
 */
export async function sendAtomic(
  ctx: WalletContext,
  transactions: readonly TransactionRequest[],
  waitFor: (hash: Hex) => Promise<unknown>,
): Promise<Hex> {
  const [first] = transactions
  if (first === undefined) throw new TypeError('A batch has at least one call.')
  const { account, chainId } = first
  const codeAt = (address: string) => ctx.call(chainId, 'eth_getCode', [address, 'latest'])
  if (!hasCode(await codeAt(batchDelegate))) {
    const data = concat([create2Salt, batchDelegateCreation])
    await waitFor(await sendTransaction(ctx, { account, chainId, to: create2Factory, data, gas: deployGas }))
  }
  const designator = concat(['0xef0100', batchDelegate]).toLowerCase()
  const isDelegated = String(await codeAt(account.address)).toLowerCase() === designator
  const data = concat(
    transactions.map(({ to, value = 0n, data = '0x' }) =>
      concat([pad(to ?? account.address), toHex(value, { size: 32 }), toHex(size(data), { size: 32 }), data]),
    ),
  )
  return sendTransaction(ctx, {
    account,
    chainId,
    to: account.address,
    data,
    gas: await gasOf(ctx, { account: account.address, chainId, data, designator }),
    ...(isDelegated ? {} : { delegate: batchDelegate }),
  })
}

/** A batch that would revert goes out all the same, so that the chain gets to say so. */
async function gasOf(
  ctx: WalletContext,
  options: {
    readonly account: string
    readonly chainId: number
    readonly data: Hex
    readonly designator: string
  },
): Promise<bigint> {
  const { account, chainId, data, designator } = options
  const call = { from: account, to: account, data, value: toQuantity(0) }
  const asIf = { [account]: { code: designator } }
  try {
    const gas = quantityOf(await ctx.call(chainId, 'eth_estimateGas', [call, 'latest', asIf]))
    return (gas * 6n) / 5n + spareGas
  } catch (error) {
    if (error instanceof ProviderRpcError && error.code === revertedCode) return revertingGas
    throw error
  }
}

function hasCode(code: unknown): boolean {
  return isBytes(code) && code !== '0x'
}
