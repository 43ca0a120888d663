import type { Address, Hex } from 'viem'
import { viem } from '../../core/libraries/viem.ts'
import type { ChainReader } from './createChainReader.ts'

/**
 * Whether the address signed the text: by its key, or by its contract on the reader's chain, deployed (ERC-1271) or yet
 * to be (ERC-6492). A contract counts on that one chain only: the same address on another chain may have another owner.
 * @throws RouteFault APKT009 when the chain could not be asked.
 */
export async function isSignedBy(
  reader: ChainReader | undefined,
  options: {
    readonly address: Address
    readonly chain: string
    readonly message: string
    readonly signature: Hex
  },
): Promise<boolean> {
  const { address, message, signature } = options
  if (await isSignedByKey(address, message, signature)) return true
  if (reader === undefined || reader.chain !== options.chain) return false
  return reader.ask(client => client.verifyMessage({ address, message, signature }), false)
}

async function isSignedByKey(address: Address, message: string, signature: Hex): Promise<boolean> {
  // 64 bytes: the short form of EIP-2098.
  if (signature.length !== 132 && signature.length !== 130) return false
  try {
    return await viem().verifyMessage({ address, message, signature })
  } catch {
    return false
  }
}
