import { limits } from '../../../contract/limits.ts'
import type { PairedSession } from '../../../pairing/pairing.ts'
import type { EngineContext } from '../../context.ts'
import { admitSession } from './admitSession.ts'
import { awaitedPairing } from './awaitedPairing.ts'
import { parseAwaited } from './parseAwaited.ts'

/**
 * Takes the answer to a pairing whose page is gone, as that page would have: an approval that came meanwhile, or comes
 * as long as it counts, is a connection. A wallet on the same phone is the usual case.
 * @throws LatchkeyError CHUNK_FAILED, WALLET_BAD_ANSWER.
 */
export async function resumePairing(ctx: EngineContext, stored: unknown): Promise<void> {
  const awaited = parseAwaited(stored)
  // Without a relay no wallet can answer any more.
  if (!awaited || !ctx.config.endpoints?.relay) return ctx.storage.remove(awaitedPairing)
  const { topics, ...wanted } = awaited
  const client = await ctx.sessions()
  const { pairing } = client
  const isOurs = ({ topic, pairingTopic = '' }: PairedSession) =>
    topics.includes(pairingTopic) &&
    !ctx.connections.getState().connections.some(connection => connection.id === topic)
  const admit = async (session: PairedSession) => {
    stop()
    await ctx.storage.remove(awaitedPairing)
    await admitSession(ctx, client, session, wanted)
  }
  const offs = [
    pairing.on('sessionChanged', ({ session }) => {
      if (isOurs(session)) admit(session).catch(() => ctx.alert('WALLET_BAD_ANSWER'))
    }),
    // Nothing counts that comes later.
    ctx.clock.setTimeout(() => stop(), limits.pairingExpiry + 60_000),
  ]
  const stop = () => {
    for (const off of offs) off()
  }
  ctx.signal.addEventListener('abort', stop)
  const known = pairing.sessions.find(isOurs)
  if (known) await admit(known)
}
