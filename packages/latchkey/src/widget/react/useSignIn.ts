import { useCallback } from 'react'
import type { Latchkey } from '../handle/latchkey.ts'
import { type HookOptions, useLatchkey } from './useLatchkey.ts'
import { useLatchkeyState } from './useLatchkeyState.ts'

export interface SignInAccess {
  /**
   * What the page knows of the active account's session on its network, unverified: it decides what is shown, never what is given out
   * (T34). Who somebody is says the host's backend. Undefined while it is not known.
   */
  readonly unverifiedSession: boolean | undefined
  /** Shows where to sign in; the account, when that is done or nobody is to sign in. */
  readonly open: () => Promise<void>
  readonly signOut: Latchkey['signOut']
}

/** Whether the visitor has signed in, and the ways in and out. */
export function useSignIn(options?: HookOptions): SignInAccess {
  const latchkey = useLatchkey(options)
  const unverifiedSession = useLatchkeyState(
    state => state.accounts[state.activeNamespace]?.isAuthenticated,
    options,
  )
  const open = useCallback(async () => void (await latchkey.open({ view: 'SIWXSignMessage' })), [latchkey])
  return { unverifiedSession, open, signOut: latchkey.signOut }
}
