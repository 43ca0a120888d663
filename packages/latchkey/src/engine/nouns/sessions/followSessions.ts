import type { EngineContext } from '../../context.ts'
import { dropNamespace } from '../connections/dropNamespace.ts'
import { endSession } from './endSession.ts'
import type { SessionClient } from './sessionClient.ts'

/** Ends what a wallet, another tab or time has ended; accounts and networks come by the providers. The answer stops it. */
export function followSessions(ctx: EngineContext, { pairing }: SessionClient): () => void {
  const stops = [
    pairing.on('sessionEnded', ({ topic, by }) => endSession(ctx, topic, by === 'app' ? 'app' : 'wallet')),
    pairing.on('sessionChanged', ({ session }) => {
      const { topic, namespaces } = session
      const connection = ctx.connections.getState().connections.find(({ id }) => id === topic)
      for (const namespace of Object.keys(connection?.namespaces ?? {})) {
        if (!namespaces[namespace]) dropNamespace(ctx, topic, namespace, 'wallet')
      }
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
