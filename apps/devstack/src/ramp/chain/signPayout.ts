import type { PrivateKeyAccount } from 'viem/accounts'
import type { RampAsset } from '../quotes/rampAssets.ts'
import type { RampChain } from '../rampConfig.ts'
import { abiWord, callChain } from './callChain.ts'

/** Enough for a token, and for a receiver that is a contract. */
const gas = 200_000n
/** Wei for a unit of gas that is paid at most; the local chains ask for about one. */
const leastFee = 50_000_000_000n

/** Signs the transaction that pays; its hash is known before it is sent. */
export async function signPayout(options: {
  account: PrivateKeyAccount
  chain: RampChain
  asset: RampAsset
  to: string
  units: bigint
  nonce: number
}): Promise<{ readonly raw: string; readonly hash: string }> {
  const { account, chain, asset, to, units, nonce } = options
  const { keccak256 } = await import('viem')
  const price = BigInt(String(await callChain(chain, 'eth_gasPrice', [])))
  const isNative = asset.contract === undefined
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: chain.chainId,
    nonce,
    gas,
    maxFeePerGas: price * 4n > leastFee ? price * 4n : leastFee,
    maxPriorityFeePerGas: 1_000_000_000n,
    to: (asset.contract ?? to) as `0x${string}`,
    value: isNative ? units : 0n,
    ...(isNative ? {} : { data: `0xa9059cbb${abiWord(to)}${abiWord(units)}` as const }),
  })
  return { raw, hash: keccak256(raw) }
}
