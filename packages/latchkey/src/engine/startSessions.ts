/** Brings the pairing room: its client, what it restores, and what follows from what its sessions do. */
import { createError } from '../contract/errors/createError.ts'
import { openDatabase } from './base/database.ts'
import { sdk } from './base/sdk.ts'
import type { EngineContext } from './context.ts'
import { findNetwork } from './nouns/networks/findNetwork.ts'
import { attestMessage } from './nouns/sessions/attestMessage.ts'
import { followSessions } from './nouns/sessions/followSessions.ts'
import { pageMetadata } from './nouns/sessions/pageMetadata.ts'
import type { SessionClient } from './nouns/sessions/sessionClient.ts'

/** Makes the client, or takes the one that is given, and resolves when its stored sessions are known. */
export async function startSessions(ctx: EngineContext, given?: SessionClient): Promise<SessionClient> {
  const client = given ?? (await createClient(ctx))
  try {
    await client.pairing.restore()
  } catch (cause) {
    // The next call makes another.
    if (!given) client.pairing.destroy()
    throw cause
  }
  const stops = [followSessions(ctx, client), reopenLater(ctx, client)]
  const stop = () => {
    for (const each of stops) each()
    if (!given) client.pairing.destroy()
  }
  if (ctx.signal.aborted) stop()
  else ctx.signal.addEventListener('abort', stop)
  return client
}

/** The wallet is reopened for requests, which take a session: its chunk comes with the first of them. */
function reopenLater(ctx: EngineContext, client: SessionClient): () => void {
  const { pairing } = client
  let stopReopen = () => {}
  let isStarted = false
  const start = () => {
    if (isStarted) return
    isStarted = true
    import('./flows/pair/reopenWallet.ts').then(
      ({ reopenWallet }) => {
        if (isStarted) stopReopen = reopenWallet(ctx, client)
      },
      // A comfort: with the next session once more.
      () => {
        isStarted = false
      },
    )
  }
  const off = pairing.on('sessionChanged', start)
  if (pairing.sessions.length > 0) start()
  return () => {
    isStarted = false
    off()
    stopReopen()
  }
}

async function createClient(ctx: EngineContext): Promise<SessionClient> {
  const { id, endpoints, projectId } = ctx.config
  const relayUrl = endpoints?.relay
  if (relayUrl === undefined) throw createError('CONFIG_INVALID', { context: { option: 'endpoints.relay' } })
  const isPaired = ctx.connections.getState().connections.some(({ transport }) => transport === 'pairing')
  const { createPairing, pairingName, buildNamespaces, loadLiving } = await import(
    '../pairing/createPairing.ts'
  )
  // Sessions are waited for, so the code that reads them loads beside the store. A caller loads it again if that fails.
  if (isPaired) loadLiving().catch(() => undefined)
  const { clock, random, alert, log } = ctx
  const database = await openDatabase({ name: pairingName(id), clock })
  // The store was there on the page before: that it does not open now says nothing of the sessions in it (F32).
  if (isPaired && database.kind === 'memory') throw createError('UNKNOWN')
  const isServed = endpoints?.api !== undefined
  const pairing = createPairing({
    id,
    database,
    version: sdk.sv,
    clock,
    random,
    relayUrl,
    projectId,
    metadata: pageMetadata(ctx),
    alert,
    log,
    ...(isServed && { attest: message => attestMessage(message, { clock, ask: id => attest(ctx, id) }) }),
  })
  return {
    pairing,
    namespaces: buildNamespaces,
    async provider(topic, namespace, chain) {
      const { createPairedProvider } = await loadLiving()
      return createPairedProvider({
        pairing,
        topic,
        namespace,
        clock,
        chain,
        rpc(caipNetworkId) {
          const network = findNetwork(ctx.config.networks, caipNetworkId)
          return network && ctx.rpc(network)
        },
      })
    },
  }
}

/** The services' word to a wallet that this page made a message; a call that a public relay's wallets do not look at. */
async function attest(ctx: EngineContext, id: string): Promise<string> {
  const [api, { postAttestation }] = await Promise.all([ctx.api(), import('../contract/attestation.ts')])
  return (await api.call(postAttestation, { body: { id } })).attestation
}
