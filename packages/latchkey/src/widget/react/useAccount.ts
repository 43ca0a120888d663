import { type AccountState, disconnectedAccount } from '../../contract/account.ts'
import type { ChainNamespace } from '../../contract/caip.ts'
import type { HookOptions } from './useLatchkey.ts'
import { useLatchkeyState } from './useLatchkeyState.ts'

/** Returns the account state of a namespace, by default the active one (SPEC §3 "Account state per chain"). */
export function useAccount(
  options: HookOptions & { readonly namespace?: ChainNamespace | undefined } = {},
): AccountState {
  const { namespace } = options
  return useLatchkeyState(
    state => state.accounts[namespace ?? state.activeNamespace] ?? disconnectedAccount,
    options,
  )
}
