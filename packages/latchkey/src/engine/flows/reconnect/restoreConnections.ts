import type { ChainNamespace } from '../../../contract/caip.ts'
import type { ConnectedNamespace, Connection } from '../../../contract/connection.ts'
import { limits } from '../../../contract/limits.ts'
import type { DiscoveredWallet } from '../../../contract/wallet.ts'
import { wait } from '../../base/wait.ts'
import type { EngineContext } from '../../context.ts'
import { embeddedNamespaces } from '../../nouns/accounts/embeddedNamespaces.ts'
import { dropNamespace } from '../../nouns/connections/dropNamespace.ts'
import { emitConnected } from '../../nouns/connections/emitConnected.ts'
import { endAtWallet } from '../../nouns/connections/endAtWallet.ts'
import { leadWith } from '../../nouns/connections/leadWith.ts'
import { watchProvider } from '../../nouns/connections/watchProvider.ts'
import { showKnownIdentity } from '../../nouns/identity/showKnownIdentity.ts'
import { featuresOf } from '../../nouns/remoteconfig/featuresOf.ts'
import { isWalletOf } from '../../nouns/wallets/isWalletOf.ts'
import { rejoin } from './rejoin.ts'

/**
 * Confirms the stored connections without a prompt (SPEC §4, SPEC-NOTES §4 "On load"). A wallet that announces late is
 * waited for; one that comes later still is taken back when it does; one that says "not authorised" is forgotten.
 */
export async function restoreConnections(ctx: EngineContext, options: RestoreOptions = {}): Promise<void> {
  const { connections, unconfirmed } = ctx.connections.getState()
  const { ids = unconfirmed } = options
  const stored = connections.filter(({ id }) => ids.includes(id) && unconfirmed.includes(id))
  await Promise.all(stored.map(connection => restoreInTime(ctx, connection, options)))
}

interface RestoreOptions {
  /** Only these. */
  readonly ids?: readonly string[]
  /** True: a wallet that says "not authorised" is laid aside, because another tab has just connected it. */
  readonly keep?: boolean
}

/** What a wallet said of one namespace; `failed`: nothing is known, as offline or after an answer that is nonsense. */
type Answer = ConnectedNamespace | 'gone' | 'failed'

type Answers = ReadonlyMap<ChainNamespace, Answer>

async function restoreInTime(
  ctx: EngineContext,
  connection: Connection,
  options: RestoreOptions,
): Promise<void> {
  const answers = new Map<ChainNamespace, Answer>()
  const asked = new Map(
    Object.keys(connection.namespaces).map(namespace => [
      namespace,
      ask(ctx, connection, namespace, options).then(answer => void answers.set(namespace, answer)),
    ]),
  )
  const grace = new AbortController()
  // A wallet of our own is only known once its frame has loaded: until then it is on its way (SPEC §4).
  const time = connection.transport === 'embedded' ? limits.frameLoad : limits.reconnectGrace
  let isTaken = false
  const take = () => {
    if (isTaken) return
    isTaken = true
    grace.abort()
    takeAnswers(ctx, connection, answers)
  }
  await Promise.race([Promise.all(asked.values()).then(take), wait(ctx.clock, time, grace.signal).then(take)])
  const late = [...asked.keys()].filter(namespace => !answers.has(namespace))
  // A session answers for all of its namespaces; wallets in the page announce each by itself.
  const groups = connection.transport === 'injected' ? late.map(namespace => [namespace]) : [late]
  for (const group of groups) {
    const namespaces = Object.fromEntries(
      Object.entries(connection.namespaces).filter(([namespace]) => group.includes(namespace)),
    )
    void Promise.all(group.map(namespace => asked.get(namespace))).then(() =>
      takeAnswers(ctx, { ...connection, namespaces }, answers),
    )
  }
}

/** Asks for one namespace. One that is not authorized is forgotten at once. */
async function ask(
  ctx: EngineContext,
  connection: Connection,
  namespace: ChainNamespace,
  { keep = false }: RestoreOptions,
): Promise<Answer> {
  try {
    const part = await restoreNamespace(ctx, connection, namespace)
    if (part) return part
    if (keep || ctx.signal.aborted) return 'failed'
    dropNamespace(ctx, connection.id, namespace, 'wallet')
    ctx.connections.dispatch({
      type: 'unshelved',
      connectionId: connection.id,
      namespaces: [namespace],
    })
    return 'gone'
  } catch {
    return 'failed'
  }
}

/** Puts what was answered in use and lays the rest aside: one namespace that fails costs no other. */
function takeAnswers(ctx: EngineContext, connection: Connection, answers: Answers): void {
  if (ctx.signal.aborted) return
  const { id } = connection
  const { connections, shelved } = ctx.connections.getState()
  const here = connections.find(other => other.id === id)?.namespaces ?? {}
  const aside = shelved.find(other => other.id === id)?.namespaces ?? {}
  const parts: Record<string, ConnectedNamespace> = {}
  const unknown: ChainNamespace[] = []
  for (const namespace of Object.keys(connection.namespaces)) {
    const answer = answers.get(namespace)
    if (answer === 'gone') continue
    if (answer === undefined || answer === 'failed') unknown.push(namespace)
    else if (here[namespace]) parts[namespace] = answer
    else if (aside[namespace]) {
      const isOwn = connection.transport === 'embedded'
      parts[namespace] = isOwn ? answer : leadWith(answer, aside[namespace].accounts[0]?.caip10)
    }
    // A connection that ended meanwhile, here or in another tab, does not come back when its wallet answers late.
    else ctx.live.drop(id, namespace)
  }
  if (unknown.length > 0) ctx.connections.dispatch({ type: 'shelved', connectionId: id, namespaces: unknown })
  const found = Object.keys(parts)
  if (found.length === 0) return
  const confirmed = { ...connection, namespaces: parts }
  if (found.every(namespace => here[namespace]))
    ctx.connections.dispatch({ type: 'confirmed', connection: confirmed })
  else if (!comeBack(ctx, confirmed)) return
  for (const namespace of found) {
    emitConnected(ctx, confirmed, namespace, true)
    void showKnownIdentity(ctx, namespace)
  }
  const isWhole = embeddedNamespaces(ctx.config).every(namespace => confirmed.namespaces[namespace])
  if (connection.transport !== 'embedded' || isWhole) return
  // Without the chunk the login has what it had.
  import('./joinNamespaces.ts').then(each => each.joinNamespaces(ctx, id)).catch(() => undefined)
}

// The wallet came after its time was up: it takes its place again. When the visitor connected another one since, it stands
// beside that one where several may be connected, and is given up elsewhere.
function comeBack(ctx: EngineContext, connection: Connection): boolean {
  const state = ctx.connections.getState()
  const namespaces = Object.keys(connection.namespaces)
  const isFree = namespaces.every(namespace => !state.active[namespace])
  if (isFree || featuresOf(ctx).multiWallet === true) {
    ctx.connections.dispatch({ type: 'followed', state: rejoin(state, connection) })
    return true
  }
  const live = ctx.live.get(connection.id, namespaces[0] ?? '')
  for (const namespace of namespaces) ctx.live.drop(connection.id, namespace)
  ctx.connections.dispatch({ type: 'unshelved', connectionId: connection.id, namespaces })
  // As with one that another takes the place of: its wallet is not to think that it is connected.
  const isOver = !state.connections.some(({ id }) => id === connection.id)
  if (isOver && connection.transport !== 'injected')
    void endAtWallet(ctx, connection, live).catch(() => undefined)
  return false
}

async function restoreNamespace(
  ctx: EngineContext,
  connection: Connection,
  namespace: ChainNamespace,
): Promise<ConnectedNamespace | undefined> {
  if (connection.transport === 'pairing') {
    const [{ bindSession }, client] = await Promise.all([
      import('../../nouns/sessions/bindSession.ts'),
      ctx.sessions(),
    ])
    return bindSession(ctx, client, connection.id, namespace)
  }
  if (connection.transport === 'embedded')
    return (await import('../../nouns/embedded/restoreWallet.ts')).restoreWallet(ctx, connection, namespace)
  const adapter = await ctx.adapter(namespace)
  const wallet = await discovered(ctx, connection, namespace)
  if (!wallet) return undefined
  const networks = ctx.config.networks.filter(network => network.chainNamespace === namespace)
  const { caipNetworkId: network, accounts: known } = connection.namespaces[namespace] ?? {}
  const state = await adapter.connect(wallet.provider, {
    silent: true,
    networks,
    network,
    known,
    signal: ctx.signal,
  })
  if (!state || ctx.signal.aborted) return undefined
  watchProvider(
    ctx,
    connection.id,
    namespace,
    { provider: wallet.provider, adapter, abilities: adapter.abilities(wallet.provider) },
    () => dropNamespace(ctx, connection.id, namespace, 'wallet'),
  )
  return state
}

// Resolves with the wallet once it is known in the page, or with undefined when the engine ends.
function discovered(
  ctx: EngineContext,
  connection: Connection,
  namespace: ChainNamespace,
): Promise<DiscoveredWallet | undefined> {
  const find = () => {
    const same = ctx.wallets
      .getState()
      .discovered.filter(wallet => wallet.namespace === namespace && isWalletOf(connection, wallet))
    // Two that claim one identity: neither is believed without the visitor's choice (T21).
    return same.length === 1 ? same[0] : undefined
  }
  return new Promise(resolve => {
    const now = find()
    if (now) return resolve(now)
    const off = ctx.wallets.subscribe(() => {
      const wallet = find()
      if (wallet) end(wallet)
    })
    const stop = () => end(undefined)
    const end = (wallet: DiscoveredWallet | undefined) => {
      off()
      ctx.signal.removeEventListener('abort', stop)
      resolve(wallet)
    }
    ctx.signal.addEventListener('abort', stop)
  })
}
