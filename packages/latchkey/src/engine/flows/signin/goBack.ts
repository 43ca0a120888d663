import type { CaipNetworkId } from '../../../contract/caip.ts'
import type { Engine } from '../../engine.ts'
import type { SignInSubject } from './signIn.ts'

/** Goes back to the network that the visitor signed in on last; without one, or when the wallet stays, disconnects (SPEC §4). */
export async function goBack(
  verbs: Pick<Engine, 'disconnect' | 'switchNetwork'>,
  { connectionId, namespace }: SignInSubject,
  last: CaipNetworkId | undefined,
): Promise<void> {
  if (last !== undefined) {
    const isBack = await verbs.switchNetwork({ caipNetworkId: last }).then(
      () => true,
      () => false,
    )
    if (isBack) return
  }
  await verbs.disconnect({ connectionId, namespace })
}
