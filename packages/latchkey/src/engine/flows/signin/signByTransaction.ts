import type { ProviderAbilities } from '../../../contract/adapter.ts'
import type { EngineContext } from '../../context.ts'
import type { SignInSubject } from './signIn.ts'

/** What the subject's wallet can do now; nothing when it is gone. */
export function abilitiesOf(
  { live }: Pick<EngineContext, 'live'>,
  { connectionId, namespace }: Pick<SignInSubject, 'connectionId' | 'namespace'>,
): ProviderAbilities {
  return live.get(connectionId, namespace)?.abilities ?? {}
}

/**
 * Signs the text as a transaction that is never sent, where the host allows it (`signInByTransaction`) and the wallet can; else
 * undefined.
 */
export function signByTransaction(
  ctx: Pick<EngineContext, 'live' | 'config'>,
  subject: Pick<SignInSubject, 'connectionId' | 'namespace'>,
): ProviderAbilities['signMessageByTransaction'] {
  if (ctx.config.signInByTransaction !== true) return undefined
  return abilitiesOf(ctx, subject).signMessageByTransaction
}
