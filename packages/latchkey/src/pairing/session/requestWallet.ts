import { type CaipNetworkId, namespaceOf } from '../../contract/caip.ts'
import { createError } from '../../contract/errors/createError.ts'
import { ProviderError, providerCodes } from '../../contract/providerError.ts'
import type { PairedRequest } from '../pairing.ts'
import { isForPerson, requestLifetime } from './sessionMethods.ts'
import { type SessionWorld, toPeerSeconds } from './sessionWorld.ts'
import type { StoredSession } from './storedSession.ts'

/**
 * Sends a request of the page to the wallet and waits for its answer, which counts once and only in time (F09, F10).
 * @throws ProviderError: the wallet's own; 4900 without the session, 4901 and 4200 for a chain or method that it does not
 * grant, -32603 with the cause APKT004 (no answer in time), RPC_ABORTED, or what the relay refused.
 */
export async function requestWallet(
  world: SessionWorld,
  topic: string,
  chainId: CaipNetworkId,
  request: PairedRequest,
): Promise<unknown> {
  const session = world.list.get(topic)
  if (!session || session.expiry <= world.clock.now()) throw sessionGone()
  checkGrant(session, chainId, request.method)
  const id = world.rpc.nextId()
  const { shortest, longest } = requestLifetime
  const lifetime = Math.min(Math.max(request.lifetime ?? shortest, shortest), longest)
  const deadline = world.clock.now() + lifetime
  const { method, params = [], signal } = request
  return new Promise((resolve, reject) => {
    const forget = () => {
      world.waiting.delete(id)
      cancel()
      signal?.removeEventListener('abort', stop)
    }
    const end = (error: Error) => {
      forget()
      reject(error)
    }
    const failed = (cause: unknown) =>
      end(new ProviderError(providerCodes.internal, messageOf(cause), { cause }))
    const stop = () => failed(createError('RPC_ABORTED'))
    const cancel = world.at(deadline, () => failed(createError('APKT004')))
    if (signal?.aborted) return stop()
    signal?.addEventListener('abort', stop)
    world.waiting.set(id, {
      topic,
      over: () => end(sessionGone()),
      settle: answer => {
        forget()
        if (answer.kind === 'result') return resolve(answer.result)
        const { code, message, data } = answer.error
        reject(new ProviderError(code, message || 'The wallet refused', { data }))
      },
    })
    const content = { method, params, expiryTimestamp: toPeerSeconds(world, lifetime) }
    const ttl = Math.floor(lifetime / 1_000)
    const prompt = isForPerson(method)
    // The relay's reason to refuse may be gone when the visitor starts a new request, as with a new code.
    if (prompt && world.link.state.status === 'refused') world.link.retry()
    world.rpc
      .ask(
        topic,
        id,
        'wc_sessionRequest',
        { request: content, chainId: session.oldIds?.[chainId] ?? chainId },
        { ttl, prompt },
      )
      .catch(failed)
    world.emit('requestSent', { topic, id, method, prompt })
  })
}

/** Whether the wallet is there, by its own word: an answer within the patience (ms). */
export function pingWallet(world: SessionWorld, topic: string, patience: number): Promise<boolean> {
  const id = world.rpc.nextId()
  return new Promise(resolve => {
    const end = (there: boolean) => {
      world.waiting.delete(id)
      cancel()
      resolve(there)
    }
    const cancel = world.clock.setTimeout(() => end(false), patience)
    if (!world.list.get(topic)) return end(false)
    world.waiting.set(id, { topic, over: () => end(false), settle: answer => end(answer.kind === 'result') })
    world.rpc.ask(topic, id, 'wc_sessionPing', {}).catch(() => end(false))
  })
}

/** The error of a request whose session is over. */
function sessionGone(): Error {
  return new ProviderError(providerCodes.disconnected, 'The session with the wallet is over')
}

function checkGrant({ namespaces }: StoredSession, chainId: CaipNetworkId, method: string): void {
  const namespace = namespaceOf(chainId)
  const part = Object.hasOwn(namespaces, namespace) ? namespaces[namespace] : undefined
  if (!part?.chains.includes(chainId)) {
    throw new ProviderError(
      providerCodes.chainDisconnected,
      `The wallet does not grant the network ${chainId}`,
    )
  }
  if (!part.methods.includes(method)) {
    throw new ProviderError(providerCodes.unsupported, `The wallet does not grant ${method}`)
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : 'The request could not be sent'
}
