import { ProviderRpcError } from '@latchkey/testing'
import {
  type PhoneAsk,
  type PhoneSession,
  type PhoneSigner,
  type PhoneWallet,
  verify,
} from '@latchkey/testing/phone'
import type { Network } from 'latchkey'
import { parsePairingUri } from 'latchkey/pairing'
import type { Address } from 'viem'
import type { PhoneKeys, WordStorage } from '../keys/phoneKeys.ts'
import { plainText } from '../text/plainText.ts'
import { createBalance } from './createBalance.ts'
import type { Connection, Notice, Phone, PhoneState, Prompt, RelayState } from './phoneState.ts'
import { readPeer } from './readPeer.ts'
import { reportResults } from './reportResults.ts'
import { toPrompt } from './toPrompt.ts'

/** Where the phone stands with its relay. */
export interface RelayStatus {
  readonly state: RelayState
  subscribe(listener: () => void): () => void
}

export interface CreatePhoneOptions {
  readonly wallet: PhoneWallet
  readonly relay: RelayStatus
  readonly keys: PhoneKeys
  /** Of every ecosystem. */
  readonly networks: readonly Network[]
  /** What the wallet signs for beside eip155 and solana. */
  readonly signers?: readonly PhoneSigner[]
  readonly storage: WordStorage
  /** Reads the balance of an account in wei. @throws Error when the chain cannot be asked. */
  readBalance(chainId: number, address: Address): Promise<bigint>
  /** Asks for test money. @throws Error with a sentence for the visitor. */
  requestFunds(chainId: number, address: Address): Promise<void>
}

/** The phone, and its end. */
export interface RunningPhone extends Phone {
  stop(): void
}

const networkKey = 'latchkey-phone:network'
const relayPatience = 20_000
/** For a link without an expiry. */
const pairingLifetime = 300_000
/** A link that claims more is not waited for longer. */
const longestWait = 86_400_000
const mostNotices = 3
/** The wallet takes questions away by the relay's clock, which may differ a little from this one. */
const heartbeat = 5_000

/** Makes the phone that the screens draw, over the wallet that speaks with sites. */
export function createPhone(options: CreatePhoneOptions): RunningPhone {
  const { wallet, relay, keys, networks, signers = [], storage, readBalance, requestFunds } = options
  const ownChains = networks.map(({ caipNetworkId }) => caipNetworkId)
  const owned = networks.flatMap(({ id, chainNamespace }) => (chainNamespace === 'eip155' ? Number(id) : []))
  const listeners = new Set<() => void>()
  /** By the key of the request: read once, however often the list changes. */
  const read = new Map<string, Prompt | undefined>()
  /** Until when each pairing may ask, by topic. */
  const deadlines = new Map<string, number>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  /** Questions that a person has answered. */
  const answered = new Set<string>()
  /** Sessions that end because this phone said so. */
  const left = new Set<string>()
  let known: readonly PhoneSession[] = wallet.sessions
  let noticeCount = 0

  // One account at a time, the same for every site: sites see the shown one.
  const { accounts, authorised, selected } = wallet.wallet.state
  if (authorised.length !== 1) wallet.wallet.setAccounts([selected])
  showAccount(selected)
  const kept = Number(storage.getItem(networkKey))
  let state: PhoneState = {
    relay: relay.state,
    words: keys.words,
    accounts,
    solana: wallet.solana?.accounts ?? [],
    further: Object.fromEntries(signers.flatMap(furtherAccounts)),
    selected,
    chainId: owned.includes(kept) ? kept : (owned[0] ?? 0),
    networks,
    connections: known.map(toConnection),
    prompts: [],
    notices: [],
  }

  /** In the ecosystems beside eip155. */
  function showAccount(index: number): void {
    wallet.solana?.setAccounts([index])
    for (const { namespace } of signers) wallet.signers?.setAccounts(namespace, [index])
  }

  function change(patch: Partial<PhoneState>): void {
    state = { ...state, ...patch }
    for (const listener of listeners) listener()
  }

  function notify(text: string): void {
    noticeCount += 1
    change({ notices: [...state.notices, { id: noticeCount, text } satisfies Notice].slice(-mostNotices) })
  }

  function later(moment: number, run: () => void): void {
    timers.add(setTimeout(run, Math.max(0, moment - Date.now())))
  }

  /** Reads a question once; one that cannot be shown whole is refused without a question. */
  function promptOf(ask: PhoneAsk): Prompt | undefined {
    if (read.has(ask.key)) return read.get(ask.key)
    let prompt: Prompt | undefined
    try {
      const topic = (ask.params as { readonly pairingTopic?: unknown } | null)?.pairingTopic
      const expiresAt = ask.expiresAt ?? (typeof topic === 'string' ? deadlines.get(topic) : undefined)
      prompt = {
        ...toPrompt(ask, ownChains, state.solana[state.selected]),
        ...(expiresAt !== undefined && { expiresAt }),
      }
    } catch (cause) {
      const reason = cause instanceof ProviderRpcError ? cause.message : 'It can’t be read.'
      queueMicrotask(() => {
        notify(`Rejected a request from ${readPeer(ask.peer).name || 'a site'}: ${reason}`)
        find(ask.key)?.reject(reason)
      })
    }
    read.set(ask.key, prompt)
    return prompt
  }

  function find(key: string): PhoneAsk | undefined {
    return wallet.asks.find(ask => ask.key === key)
  }

  /** Notifies of expired requests; other removals report themselves. */
  function notifyOverdue(prompts: readonly Prompt[]): void {
    for (const { id, peer, expiresAt } of state.prompts) {
      if (prompts.some(other => other.id === id) || answered.delete(id)) continue
      const isOver = expiresAt !== undefined && expiresAt <= Date.now() + heartbeat
      if (isOver) notify(`${peer.name || 'The site'} stopped waiting for an answer.`)
    }
  }

  function update(): void {
    if (known !== wallet.sessions) {
      const now = wallet.sessions
      for (const each of known) {
        if (now.some(({ topic }) => topic === each.topic) || left.delete(each.topic)) continue
        notify(`${readPeer(each.peer).name || 'A site'} disconnected.`)
      }
      known = now
    }
    const prompts = wallet.asks.flatMap(ask => promptOf(ask) ?? [])
    notifyOverdue(prompts)
    const isAsked = prompts.some(({ kind }) => kind !== 'request')
    const { waitsUntil: _waited, ...rest } = state
    state = isAsked ? rest : state
    change({
      accounts: wallet.wallet.state.accounts,
      selected: wallet.wallet.state.selected,
      connections: known.map(toConnection),
      prompts,
    })
  }

  const refresh = createBalance({
    read: readBalance,
    shown: () => ({ chainId: state.chainId, address: state.accounts[state.selected] }),
    change(balance) {
      const { balance: _old, ...rest } = state
      state = rest
      change(balance === undefined ? {} : { balance })
    },
  })

  function forgetBalance(): void {
    const { balance: _old, ...rest } = state
    state = rest
    void refresh()
  }

  function selectNetwork(chainId: number): void {
    if (!owned.includes(chainId)) return
    storage.setItem(networkKey, String(chainId))
    state = { ...state, chainId }
    if (wallet.wallet.state.chainId !== chainId) wallet.wallet.switchChain(chainId)
    else {
      // A site's request had moved the wallet there for itself: the others have not heard of it.
      for (const { topic, namespaces } of wallet.sessions) {
        const chain = `eip155:${chainId}`
        if (!namespaces.eip155?.chains.includes(chain)) continue
        wallet.emit(topic, { name: 'chainChanged', data: chainId }, chain).catch(() => undefined)
      }
    }
    forgetBalance()
    change({})
  }

  const stops = [
    wallet.subscribe(update),
    relay.subscribe(() => change({ relay: relay.state })),
    reportResults(wallet.wallet, text => {
      notify(text)
      void refresh()
    }),
    ...(wallet.solana ? [reportResults(wallet.solana.control, notify)] : []),
    ...(wallet.signers ? [reportResults(wallet.signers.control, notify)] : []),
  ]
  void refresh()
  update()

  return {
    get state() {
      return state
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async pair(text) {
      const uri = text.trim()
      const parsed = parsePairingUri(uri)
      if (!parsed) throw new Error('This isn’t a pairing link. Copy the whole link; it begins with “wc:”.')
      const { topic } = parsed
      const expiry = Math.min(parsed.expiry ?? Date.now() + pairingLifetime, Date.now() + longestWait)
      deadlines.set(topic, expiry)
      await inTime(wallet.pair(uri)).catch((cause: unknown) => {
        if (!(cause instanceof TypeError)) throw cause
        throw new Error(`${cause.message} Get a new link from the site.`, { cause })
      })
      if (!state.prompts.some(({ kind }) => kind !== 'request')) change({ waitsUntil: expiry })
      later(expiry, () => {
        if (state.waitsUntil !== expiry) return
        const { waitsUntil: _over, ...rest } = state
        state = rest
        notify('The site didn’t respond in time. Get a new link from it.')
      })
    },
    approve(promptId) {
      const ask = find(promptId)
      const prompt = read.get(promptId)
      if (!ask || !prompt) return
      answered.add(promptId)
      ask.approve(prompt.kind === 'request' ? undefined : { accounts: [state.selected] })
      if (prompt.kind === 'request' && prompt.asked.kind === 'network') selectNetwork(prompt.asked.chainId)
    },
    reject(promptId) {
      answered.add(promptId)
      find(promptId)?.reject()
    },
    async disconnect(topic) {
      left.add(topic)
      try {
        await inTime(wallet.disconnect(topic))
      } finally {
        left.delete(topic)
      }
    },
    selectAccount(index) {
      wallet.wallet.setAccounts([index])
      showAccount(index)
      forgetBalance()
    },
    selectNetwork,
    refresh: () => void refresh(),
    async fund() {
      const { chainId, accounts: all, selected: index } = state
      const address = all[index]
      if (!address) return
      await requestFunds(chainId, address)
      await refresh()
    },
    notify,
    dismiss: noticeId => change({ notices: state.notices.filter(({ id }) => id !== noticeId) }),
    stop() {
      for (const stop of stops) stop()
      for (const timer of timers) clearTimeout(timer)
      listeners.clear()
      wallet.stop()
    },
  }
}

function furtherAccounts({ chains, count, address }: PhoneSigner) {
  const indexes = Array.from({ length: count }, (_, index) => index)
  return chains.map(chain => [chain, indexes.map(index => address(index, chain))] as const)
}

function toConnection({ topic, peer, namespaces, expiry, verifiedOrigin }: PhoneSession): Connection {
  const parts = Object.values(namespaces)
  const accounts = parts.flatMap(part => part.accounts)
  return {
    topic,
    peer: readPeer(peer),
    verification: verify(verifiedOrigin, peer.url),
    chains: parts.flatMap(part => part.chains),
    accounts: accounts.map(account => plainText(account.slice(account.lastIndexOf(':') + 1), 60)),
    methods: parts.flatMap(part => part.methods),
    expiresAt: expiry * 1_000,
  }
}

/** Waits for the relay, but not for ever. @throws Error with a sentence for the visitor. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('The relay didn’t answer. Is it running?')), relayPatience)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
