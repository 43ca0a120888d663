import { cleanMetadata, createTopicRpc } from 'latchkey/pairing'
import { systemClock } from '../core/clock.ts'
import { createScriptedWallet, type ScriptControl } from '../core/createScriptedWallet.ts'
import { createSignal } from '../core/createSignal.ts'
import { randomHex } from '../core/random.ts'
import { walletIcon } from '../core/walletIcon.ts'
import { createSimulatedWallet } from '../evm/createSimulatedWallet.ts'
import type { WalletControl } from '../evm/createWalletControl.ts'
import { providerError } from '../evm/providerError.ts'
import type { SimulatedAccount } from '../evm/testAccounts.ts'
import { resolveWalletOptions } from '../evm/walletOptions.ts'
import { createAskList, type PhoneAsk } from './createAskList.ts'
import { createPhoneSigners, type PhoneSigners } from './createPhoneSigners.ts'
import { createPhoneSolana, type PhoneSolana } from './createPhoneSolana.ts'
import { prepareDecision } from './decision.ts'
import { hearSite } from './hearSite.ts'
import { phoneErrors } from './phoneErrors.ts'
import { type PhoneWalletOptions, phoneEvents, phoneMethods } from './phoneOptions.ts'
import {
  createPhoneSessions,
  type PhoneNamespace,
  type PhoneSession,
  parsePhoneSession,
} from './phoneSession.ts'
import {
  disconnectPhone,
  emitAccounts,
  emitChain,
  emitFromPhone,
  emitSignerAccounts,
  extendPhone,
  pairPhone,
  pingFromPhone,
  restorePhone,
  updatePhone,
} from './phoneVerbs.ts'
import type { PhoneWorld } from './phoneWorld.ts'
import { verify } from './verifyAsker.ts'

/** A wallet on another device, reached over a relay: real keys, scripted manners. */
export interface PhoneWallet {
  /** Accounts, chains, and what sites ask to be signed or sent. */
  readonly wallet: WalletControl
  /** What it has of solana; absent when it has nothing. */
  readonly solana?: PhoneSolana
  /** What it has of further namespaces; absent when it has nothing. */
  readonly signers?: PhoneSigners
  /** What sites ask before they are connected: `wc_sessionPropose` and `wc_sessionAuthenticate`. */
  readonly approvals: ScriptControl
  /** All requests that wait for the visitor, oldest first; a new list after each change. */
  readonly asks: readonly PhoneAsk[]
  /** The sites it is connected to; a new list after each change. */
  readonly sessions: readonly PhoneSession[]
  /** Calls `listener` after each change of the members above. */
  subscribe(listener: () => void): () => void
  /** Reads a pairing URI and waits for what the site proposes. Throws TypeError for one that is none, or too old. */
  pair(uri: string): Promise<void>
  /** Goes on with the sessions of an earlier page. */
  restore(): Promise<readonly PhoneSession[]>
  /** Changes what a session lets the site do. Throws RangeError when there is no such session. */
  update(topic: string, namespaces: Readonly<Record<string, PhoneNamespace>>, id?: number): Promise<void>
  /** Prolongs a session by a week. Throws RangeError when there is no such session. */
  extend(topic: string): Promise<void>
  /** Sends a site any event, true or not. */
  emit(
    topic: string,
    event: { readonly name: string; readonly data: unknown },
    chainId: string,
  ): Promise<void>
  /** Whether the site answers within `patience` ms; 3000 unless set. */
  ping(topic: string, patience?: number): Promise<boolean>
  /** Ends a session. */
  disconnect(topic: string, reason?: { readonly code: number; readonly message: string }): Promise<void>
  /** Ends the phone; its sessions stay in the store. */
  stop(): void
}

const pingPatience = 3_000
const rdns = 'phone.latchkey.test'

/**
 * Makes a simulated phone wallet.
 * @throws TypeError for an option that cannot be used.
 */
export function createPhoneWallet(options: PhoneWalletOptions): PhoneWallet {
  const { transport, name = 'Sample Phone', clock = systemClock } = options
  const { store, link } = transport
  const signal = createSignal()
  const rpc = createTopicRpc(transport, {
    clock: { now: clock.now, setTimeout: (run, delay) => clock.after(delay, run) },
    random: { id: () => randomHex(16).slice(2) },
  })
  const { accounts = 3, chains } = options
  const place = { chains, ...(options.chainId !== undefined && { chainId: options.chainId }) }
  const { accounts: owned } = resolveWalletOptions({ name, rdns, accounts, ...place, memory: false })
  const records = store.records({
    name: 'phone',
    parse: parsePhoneSession,
    expiry: session => session.expiry * 1_000,
  })
  const sessions = createPhoneSessions(records, signal.notify)
  const simulated = createSimulatedWallet({
    name,
    rdns,
    ...place,
    accounts: owned,
    mode: options.mode ?? 'ask',
    announce: 'manual',
    target: new EventTarget(),
    memory: options.storage !== undefined,
    clock,
    ...(options.storage && { storage: options.storage }),
    ...(options.script && { script: options.script }),
    ...(options.post && { post: options.post }),
  })
  const { control } = simulated
  if (control.state.authorised.length === 0) control.setAccounts(control.state.accounts.map((_, at) => at))
  const door = createScriptedWallet({
    clock,
    script: options.script,
    mode: options.mode ?? 'ask',
    stage: {
      prepare: prepareDecision,
      slot: () => undefined,
      isOffline: () => false,
      isLocked: () => control.state.locked,
      lock: () => control.lock(),
      unlock: () => control.unlock(),
      goOffline: () => undefined,
      errors: phoneErrors,
    },
  })
  const asks = createAskList(signal.notify)
  const lock = {
    isLocked: () => control.state.locked,
    lock: () => control.lock(),
    unlock: () => control.unlock(),
  }
  const solana =
    options.solana &&
    createPhoneSolana(options.solana, {
      ...options,
      mode: options.mode ?? 'ask',
      clock,
      changed: () => {
        const { chains, addresses } = world.solana?.assets() ?? { chains: [], addresses: [] }
        if (chains[0] !== undefined) tell(emitAccounts(world, addresses, chains[0]))
      },
      lock,
    })
  const signers =
    options.signers &&
    createPhoneSigners(options.signers, {
      ...options,
      mode: options.mode ?? 'ask',
      clock,
      changed: signer => tell(emitSignerAccounts(world, signer)),
      lock,
    })
  const stops = [control.subscribe(signal.notify), door.control.subscribe(signal.notify)]
  if (solana) stops.push(solana.control.subscribe(signal.notify))
  if (signers) stops.push(signers.control.subscribe(signal.notify))
  // Its own chain changes on behalf of one site are no news to the others.
  let isQuiet = false
  let isStopped = false

  const world: PhoneWorld = {
    options,
    transport,
    rpc,
    sessions,
    pairings: new Map(),
    waiting: new Map(),
    metadata: {
      name,
      description: 'A wallet for tests. Never send anything of value to it.',
      url: options.url ?? 'https://phone.latchkey.test',
      icons: [options.icon ?? walletIcon(name)],
      ...(options.redirect && { redirect: options.redirect }),
    },
    ask: ({ topic, method, params, peer, verification, until }) =>
      asks.follow(door.control, { method, params, peer, verification }, () => door.play(method, params), {
        topic,
        ...ends(until),
      }),
    carryOut({ session, call: { request, chainId } }) {
      const { method, params, expiryTimestamp } = request
      const expiry = typeof expiryTimestamp === 'number' && { expiresAt: expiryTimestamp * 1_000 }
      const isEvm = chainId.startsWith('eip155:')
      const other = signers?.serves(chainId) ? signers : solana
      if (isEvm) moveQuietly(Number(chainId.slice(chainId.indexOf(':') + 1)))
      const { topic, peer, verifiedOrigin } = session
      const verification = verify(verifiedOrigin, peer.url)
      return asks.follow(
        isEvm || !other ? control : other.control,
        { method, params, peer, verification, topic, chainId, ...expiry },
        () =>
          isEvm || !other
            ? simulated.provider.request({ method, params })
            : other.carryOut(method, params, chainId),
        { topic, ...ends(expiryTimestamp) },
      )
    },
    assets(indexes) {
      const { accounts, authorised, chains, chainId } = control.state
      const own = [{ id: chainId }, ...chains].map(chain => `eip155:${chain.id}`)
      return {
        chains: [...new Set(own)],
        addresses: indexes ? indexes.flatMap(index => accounts[index] ?? []) : authorised,
        methods: options.methods ?? phoneMethods,
        events: options.events ?? phoneEvents,
      }
    },
    account: address => accountOf(owned, address),
    solana,
    signers,
    peerOf: ({ metadata }) => cleanMetadata(metadata),
    async forget(topic) {
      asks.withdraw(topic)
      await link.unsubscribe([topic])
      await store.dropTopic(topic)
    },
    after: (delay, task) => void clock.after(delay, task),
    seconds: (later = 0) => Math.floor(link.serverNow() / 1_000) + later,
    failed: cause => {
      if (!isStopped) console.warn('The phone could not answer:', cause)
    },
  }

  /** Seconds of the site's clock. */
  function ends(until: number | null | undefined) {
    if (typeof until !== 'number') return {}
    return {
      ends: (over: () => void) => transport.at(until * 1_000 - link.serverNow() + clock.now(), over),
    }
  }

  function moveQuietly(chainId: number) {
    if (control.state.chainId === chainId) return
    isQuiet = true
    control.switchChain(chainId)
    isQuiet = false
  }

  const tell = (telling: Promise<void>) => void telling.catch(world.failed)
  simulated.provider
    .on('chainChanged', chainId => {
      if (!isQuiet) tell(emitChain(world, Number(chainId)))
    })
    .on('accountsChanged', addresses => {
      if (!isQuiet)
        tell(emitAccounts(world, addresses as readonly string[], `eip155:${control.state.chainId}`))
    })
  stops.push(link.onMessage(message => hearSite(world, message)))

  return {
    wallet: control,
    ...(solana && { solana }),
    ...(signers && { signers }),
    approvals: door.control,
    get asks() {
      return asks.all
    },
    get sessions() {
      return sessions.all
    },
    subscribe: signal.subscribe,
    pair: uri => pairPhone(world, uri),
    restore: () => restorePhone(world),
    update: (topic, namespaces, id) => updatePhone(world, topic, namespaces, id),
    extend: topic => extendPhone(world, topic),
    emit: (topic, event, chainId) => emitFromPhone(world, topic, event, chainId),
    ping: (topic, patience = pingPatience) => pingFromPhone(world, clock, topic, patience),
    disconnect: (topic, reason) => disconnectPhone(world, topic, reason),
    stop() {
      isStopped = true
      for (const stop of stops) stop()
      simulated.stop()
      door.rejectAll(providerError(4900))
      transport.close()
    },
  }
}

function accountOf(owned: readonly SimulatedAccount[], address: string): SimulatedAccount {
  const found = owned.find(account => account.address.toLowerCase() === address.toLowerCase())
  if (!found) throw new RangeError('The phone has no such account.')
  return found
}
