import type { CustodyMode, RecoveryKind } from 'latchkey/services'

/**
 * What is missing before a wallet outlives the loss of one thing: `none`, nothing but its browsers opens it; `passkey`, a
 * passkey and nothing else does. Undefined when it is set up, or when whoever runs the services can bring it back.
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
