import type { ChainNamespace } from '../../contract/caip.ts'
import type { WidgetSnapshot } from '../shell/widget.ts'

/** Whether the visitor has to sign in before anything else: it is required, and there is no session (SPEC §4). */
export function owesSignIn(
  { state, signInRequired }: Pick<WidgetSnapshot, 'state' | 'signInRequired'>,
  namespace: ChainNamespace = state.activeNamespace,
): boolean {
  const account = state.accounts[namespace]
  return signInRequired && account?.isConnected === true && account.isAuthenticated === false
}
