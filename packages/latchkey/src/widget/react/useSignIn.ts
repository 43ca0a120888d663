import { useCallback } from 'react'
import type { Latchkey } from '../handle/latchkey.ts'
import { type HookOptions, useLatchkey } from './useLatchkey.ts'
import { useLatchkeyState } from './useLatchkeyState.ts'

/** The result of `useSignIn`. */
export interface SignInAccess {
  /**
   * Whether the page knows a session of the active account on its network. It is unverified: use it to decide what to
   * show, and let your backend decide what to give out (T34). Undefined while not known.
   */
  readonly unverifiedSession: boolean | undefined
  /** Opens the sign-in view, or Account when no sign-in is due. */
  readonly open: () => Promise<void>
  readonly signOut: Latchkey['signOut']
}

/** Returns whether the visitor has signed in, and functions to sign in and out. */
export function useSignIn(options?: HookOptions): SignInAccess {
  const latchkey = useLatchkey(options)
  const unverifiedSession = useLatchkeyState(
    state => state.accounts[state.activeNamespace]?.isAuthenticated,
    options,
  )
  const open = useCallback(async () => void (await latchkey.open({ view: 'SIWXSignMessage' })), [latchkey])
  return { unverifiedSession, open, signOut: latchkey.signOut }
}
