import type { ViewName } from '../../contract/views.ts'
import type { SignIn } from '../../engine/flows/signin/signIn.ts'

/** Where the visitor has to go; undefined when there is nothing to sign, or not now. */
export function viewOf({ machine }: Pick<SignIn, 'machine'>): ViewName | undefined {
  const { at } = machine.getState()
  if (at === 'email') return 'DataCapture'
  return at === 'idle' || at === 'signedIn' || at === 'dismissed' || at === 'checking'
    ? undefined
    : 'SIWXSignMessage'
}
