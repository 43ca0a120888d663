import type { Hex } from 'latchkey/evmcodec'
import { encodeArguments } from './encodeArguments.ts'
import type { SafeAccount } from './safeAccountOf.ts'

/** What ends a signature of an account that is not on its network yet. */
const magic = '6492'.repeat(16)

/** A signature of an account that is not on its network yet, with the call that puts it there (ERC-6492). */
export function wrap6492({
  factory,
  factoryData,
  signature,
}: Pick<SafeAccount, 'factory' | 'factoryData'> & { readonly signature: Hex }): Hex {
  return `0x${encodeArguments(factory, { bytes: factoryData }, { bytes: signature })}${magic}`
}
