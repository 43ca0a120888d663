import type { CaipNetworkId } from '../../../contract/caip.ts'
import { toCaipAddress } from '../../../contract/caip.ts'
import type { EngineContext } from '../../context.ts'
import type { SignInSubject } from './signIn.ts'

/** Which accounts have a session, as far as it is known; an account on one network says nothing of another (T28, T36). */
export interface AccountStanding {
  know(subject: SignInSubject, isSignedIn: boolean): void
  /** A session that is over; whether there was one. */
  forget(caip10: string): boolean
  /** Where this account signed in last, while that session lasts. */
  lastNetwork(subject: SignInSubject): CaipNetworkId | undefined
}

export function createAccountStanding({ signIn: standing }: Pick<EngineContext, 'signIn'>): AccountStanding {
  /** By `namespace:address`. */
  const lastSigned = new Map<string, CaipNetworkId>()
  const keyOf = ({ namespace, address }: SignInSubject) => `${namespace}:${address}`

  function notify(caip10: string, isSignedIn: boolean): void {
    const before = standing.getState()
    standing.dispatch({ ...before, accounts: { ...before.accounts, [caip10]: isSignedIn } })
  }

  return {
    know(subject, isSignedIn) {
      if (standing.getState().accounts[subject.caip10] === isSignedIn) return
      notify(subject.caip10, isSignedIn)
      if (isSignedIn) lastSigned.set(keyOf(subject), subject.caipNetworkId)
    },
    forget(caip10) {
      if (standing.getState().accounts[caip10] !== true) return false
      notify(caip10, false)
      return true
    },
    lastNetwork(subject) {
      const last = lastSigned.get(keyOf(subject))
      if (last === undefined) return undefined
      return standing.getState().accounts[toCaipAddress(last, subject.address)] ? last : undefined
    },
  }
}
