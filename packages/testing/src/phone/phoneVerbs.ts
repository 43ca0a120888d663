/** What a phone does of its own accord. */
import { kindOf, parsePairingUri, sessionErrors } from 'latchkey/pairing'
import type { Clock } from '../core/clock.ts'
import { accountsOn } from './grantNamespaces.ts'
import type { PhoneNamespace, PhoneSession } from './phoneSession.ts'
import type { PhoneSigner } from './phoneSigner.ts'
import type { PhoneWorld } from './phoneWorld.ts'

const week = 604_800

/** Reads a pairing URI and waits for what the site proposes. Throws TypeError for one that is none, or too old. */
export async function pairPhone(world: PhoneWorld, uri: string): Promise<void> {
  const parsed = parsePairingUri(uri.trim())
  if (!parsed) throw new TypeError('That is no pairing URI.')
  const { topic, symKey, expiry, methods = [] } = parsed
  const { store, link } = world.transport
  if (expiry !== undefined && expiry <= link.serverNow()) throw new TypeError('The pairing URI has expired.')
  const bytes = Uint8Array.from(symKey.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
  if (bytes.length !== 32 || (await world.transport.crypto.topicOf(bytes)) !== topic) {
    throw new TypeError('The pairing URI does not fit its key.')
  }
  world.pairings.set(topic, methods)
  await store.symKeys.set(topic, bytes)
  await link.subscribe([topic])
}

/** Goes on with the sessions of an earlier page; those that are over are forgotten. */
export async function restorePhone(world: PhoneWorld): Promise<readonly PhoneSession[]> {
  for (const { topic, expiry } of await world.sessions.load()) {
    if (expiry > world.seconds()) continue
    await world.sessions.drop(topic)
    await world.transport.store.dropTopic(topic)
  }
  const topics = world.sessions.all.map(session => session.topic)
  if (topics.length > 0) await world.transport.link.subscribe(topics)
  return world.sessions.all
}

/** Changes what a session lets the site do. Throws RangeError when there is no such session. */
export async function updatePhone(
  world: PhoneWorld,
  topic: string,
  namespaces: Readonly<Record<string, PhoneNamespace>>,
  id = world.rpc.nextId(),
): Promise<void> {
  await world.sessions.put({ ...sessionAt(world, topic), namespaces })
  await world.rpc.ask(topic, id, 'wc_sessionUpdate', { namespaces })
}

/** Prolongs a session by a week. Throws RangeError when there is no such session. */
export async function extendPhone(world: PhoneWorld, topic: string): Promise<void> {
  await world.sessions.put({ ...sessionAt(world, topic), expiry: world.seconds(week) })
  await world.rpc.ask(topic, world.rpc.nextId(), 'wc_sessionExtend', {})
}

/** Sends a site any event, true or not. */
export async function emitFromPhone(
  world: PhoneWorld,
  topic: string,
  event: { readonly name: string; readonly data: unknown },
  chainId: string,
): Promise<void> {
  await world.rpc.ask(topic, world.rpc.nextId(), 'wc_sessionEvent', { event, chainId })
}

/** Whether the site answers within `patience` ms. */
export function pingFromPhone(
  world: PhoneWorld,
  clock: Clock,
  topic: string,
  patience: number,
): Promise<boolean> {
  const id = world.rpc.nextId()
  return new Promise(resolve => {
    const end = (isThere: boolean) => {
      world.waiting.delete(id)
      cancel()
      resolve(isThere)
    }
    const cancel = clock.after(patience, () => end(false))
    world.waiting.set(id, end)
    world.rpc.ask(topic, id, 'wc_sessionPing', {}).catch(() => end(false))
  })
}

/** Ends a session on both sides. */
export async function disconnectPhone(
  world: PhoneWorld,
  topic: string,
  reason: { readonly code: number; readonly message: string } = sessionErrors.userDisconnected,
): Promise<void> {
  const id = world.rpc.nextId()
  const message = await world.rpc.seal(topic, { id, method: 'wc_sessionDelete', params: reason })
  const { tag, ttl } = kindOf('wc_sessionDelete', 'request')
  await world.sessions.drop(topic)
  await world.transport.link.publish({ topic, message, tag, ttl })
  await world.forget(topic)
}

/** Notifies every site that the wallet switched to another chain, and lets the site use that chain from now on. */
export async function emitChain(world: PhoneWorld, chainId: number): Promise<void> {
  const chain = `eip155:${chainId}`
  for (const { topic, namespaces } of world.sessions.all) {
    const part = namespaces.eip155
    if (!part) continue
    if (!part.chains.includes(chain)) {
      const addresses = [...new Set(part.accounts.map(addressOf))]
      const chains = [...part.chains, chain]
      const accounts = [...part.accounts, ...accountsOn([chain], addresses)]
      await updatePhone(world, topic, { ...namespaces, eip155: { ...part, chains, accounts } })
    }
    if (part.events.includes('chainChanged')) {
      await emitFromPhone(world, topic, { name: 'chainChanged', data: chainId }, chain)
    }
  }
}

/** Notifies every site of the accounts it sees from now on in the namespace of `chain`, the active one first. */
export async function emitAccounts(
  world: PhoneWorld,
  addresses: readonly string[],
  chain: string,
): Promise<void> {
  const namespace = chain.slice(0, chain.indexOf(':'))
  for (const { topic, namespaces } of world.sessions.all) {
    const part = namespaces[namespace]
    if (!part || addresses.length === 0) continue
    const accounts = accountsOn(part.chains, addresses)
    if (accounts.join() === part.accounts.join()) continue
    await updatePhone(world, topic, { ...namespaces, [namespace]: { ...part, accounts } })
    if (!part.events.includes('accountsChanged') || !part.chains.includes(chain)) continue
    const data = accountsOn([chain], addresses)
    await emitFromPhone(world, topic, { name: 'accountsChanged', data }, chain)
  }
}

/** Notifies every site of the accounts that it sees from now on in a signer's namespace. */
export async function emitSignerAccounts(world: PhoneWorld, signer: PhoneSigner): Promise<void> {
  const { namespace } = signer
  const shown = world.signers?.shown(namespace) ?? []
  const on = (chain: string) =>
    accountsOn(
      [chain],
      shown.map(index => signer.address(index, chain)),
    )
  for (const { topic, namespaces } of world.sessions.all) {
    const part = namespaces[namespace]
    const [first] = part?.chains ?? []
    if (!part || first === undefined || shown.length === 0) continue
    const accounts = part.chains.flatMap(on)
    if (accounts.join() === part.accounts.join()) continue
    await updatePhone(world, topic, { ...namespaces, [namespace]: { ...part, accounts } })
    const event = signer.changed?.(shown, first) ?? { name: 'accountsChanged', data: on(first) }
    if (part.events.includes(event.name)) await emitFromPhone(world, topic, event, first)
  }
}

function addressOf(account: string): string {
  return account.slice(account.lastIndexOf(':') + 1)
}

function sessionAt(world: PhoneWorld, topic: string): PhoneSession {
  const session = world.sessions.get(topic)
  if (!session) throw new RangeError('The phone has no such session.')
  return session
}
