import type { CustodyMode, RecoveryKind } from 'latchkey/services'

/**
 * Returns the missing recovery step of a wallet: `none`, only its browsers open it; `passkey`, a passkey is the only
 * recovery. Undefined when recovery is set up, or when the operator can recover the wallet.
 */
export function reminderOf({
  mode,
  factors,
}: {
  readonly mode: CustodyMode
  readonly factors: readonly { readonly kind: RecoveryKind }[]
}): 'none' | 'passkey' | undefined {
  if (mode === 'operator') return undefined
  const kinds = new Set(factors.map(({ kind }) => kind))
  if (kinds.has('code') || kinds.has('password')) return undefined
  return kinds.has('passkey') ? 'passkey' : 'none'
}
