import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey } from 'viem/accounts'
import { installLocked } from '../../scripts/build/installLocked.ts'
import { type FaultProxy, startFaultProxy } from './faults/startFaultProxy.ts'
import { type PeerSet, peerFolder } from './peerFolder.ts'
import type { PeerOptions, PhoneOptions, SessionView, WalletOptions } from './protocol.ts'
import { type Peer, type PeerProgram, startPeer } from './startPeer.ts'

/** A package to be a peer, and where it is installed. */
export interface PeerKind {
  readonly package: string
  readonly set: PeerSet
}

/** A peer with its own line to the relay, that can be started again as itself. */
export interface Actor extends Peer {
  readonly name: string
  readonly line: FaultProxy
  /** What it remembered when it started. */
  readonly started: readonly SessionView[]
  /** Gone without a word, as a closed tab or a killed app; `again` brings it back. */
  away(): Promise<void>
  /** Takes it away if it is there, and starts it anew with what it had stored. */
  again(): Promise<Actor>
}

export interface Wallet extends Actor {
  readonly keys: readonly `0x${string}`[]
  again(): Promise<Wallet>
}

export interface WalletTraits {
  /** CAIP-2; two of Ethereum's by default. */
  readonly chains?: readonly string[]
  /** Whether it knows one-approval sign-in; yes by default. */
  readonly canSignIn?: boolean
  /** Where it sends transactions of solana. */
  readonly solanaNode?: string
}

/** Of our own client only. */
export interface DappTraits {
  /** Milliseconds that its machine's clock is ahead. */
  readonly ahead?: number
  /** Tabs of one browser; one by default. */
  readonly tabs?: number
}

/** A relay of ours and the peers that a test adds; all of it ends with `await using`. */
export interface World extends AsyncDisposable {
  dapp(name: string, kind: PeerKind | 'latchkey', options?: DappTraits): Promise<Actor>
  /** Our own wallet for tests. */
  phone(name: string, options?: Omit<WalletTraits, 'canSignIn'>): Promise<Wallet>
  wallet(name: string, kind: PeerKind, options?: WalletTraits): Promise<Wallet>
  /** `<peer>: <host>` for each wish to reach something beyond loopback, the relay's included; none was granted. */
  outside(): readonly string[]
  readonly relay: {
    readonly pid: number
    /** Where its data is. */
    readonly folder: string
    /** Everything that it has logged, all levels. */
    readLog(): string
    /** Ends it without a word and starts it again on the same data and port. */
    restart(pause?: () => Promise<void>): Promise<void>
  }
}

/** Peers of all tests share this machine's one address, and one test reconnects more in a minute than a visitor. */
const roomy = {
  RELAY_HANDSHAKES_PER_MINUTE: '100000',
  RELAY_HANDSHAKES_BURST: '10000',
  RELAY_HANDSHAKES_PER_MINUTE_OF_CLIENT: '10000',
}

export async function openWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-interop-'))
  const peers = new Set<Peer>()
  const lines = new Set<FaultProxy>()
  const known: { readonly name: string; readonly outside: readonly string[] }[] = []
  const env = {
    LATCHKEY_DEV: '1',
    LOG_LEVEL: 'debug',
    RELAY_DRAIN_MS: '0',
    ...roomy,
  }
  const startRelay = (port: number) =>
    startPeer<number>('relay', { dataFolder: join(folder, 'relay'), port, env })
  let logged = ''
  let relay = await startRelay(0)
  const port = relay.started
  known.push({ name: 'relay', outside: relay.outside })

  const start = async (
    program: Exclude<PeerProgram, 'relay'>,
    options: PeerOptions | PhoneOptions | WalletOptions,
    line: FaultProxy,
  ): Promise<Actor> => {
    const peer = await startPeer<readonly SessionView[]>(program, options)
    peers.add(peer)
    known.push({ name: options.name, outside: peer.outside })
    if (program === 'ourDapp' || program === 'ourPhone') {
      const actor: Actor = {
        ...peer,
        name: options.name,
        line,
        away: () => peer.call('away'),
        async again() {
          await peer.call('away')
          return { ...actor, started: await peer.call<readonly SessionView[]>('again') }
        },
      }
      return actor
    }
    return {
      ...peer,
      name: options.name,
      line,
      away: peer.kill,
      async again() {
        await peer.kill()
        peers.delete(peer)
        return start(program, options, line)
      },
    }
  }
  const prepare = async (name: string): Promise<{ options: PeerOptions; line: FaultProxy }> => {
    const line = await startFaultProxy(port)
    lines.add(line)
    const storage = join(folder, `${name}-${randomUUID()}`)
    return { options: { name, storage, relayUrl: line.url, projectId: 'latchkey-dev' }, line }
  }
  const located = async ({ package: name, set }: PeerKind) => {
    const folder = peerFolder(set)
    await installLocked(folder)
    return { package: name, folder }
  }

  return {
    outside: () => known.flatMap(({ name, outside }) => outside.map(host => `${name}: ${host}`)),
    async dapp(name, kind, traits = {}) {
      const { options, line } = await prepare(name)
      const ours = { ...options, ...traits, services: `http://127.0.0.1:${port}` }
      if (kind === 'latchkey') return start('ourDapp', ours, line)
      return start('officialDapp', { ...options, ...(await located(kind)) }, line)
    },
    async phone(name, { chains = ['eip155:1', 'eip155:10'], ...node } = {}) {
      const { options, line } = await prepare(name)
      const keys = [generatePrivateKey(), generatePrivateKey()]
      return asWallet(await start('ourPhone', { ...options, keys, chains, ...node }, line), keys)
    },
    async wallet(name, kind, { chains = ['eip155:1', 'eip155:10'], canSignIn = true, ...node } = {}) {
      const { options, line } = await prepare(name)
      const keys = [generatePrivateKey(), generatePrivateKey()]
      const all: WalletOptions = { ...options, ...(await located(kind)), keys, chains, canSignIn, ...node }
      return asWallet(await start('officialWallet', all, line), keys)
    },
    relay: {
      get pid() {
        return relay.pid
      },
      folder: join(folder, 'relay'),
      readLog: () => logged + relay.printed(),
      async restart(pause) {
        await relay.kill()
        logged += relay.printed()
        await pause?.()
        relay = await startRelay(port)
        known.push({ name: 'relay', outside: relay.outside })
      },
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...peers].map(peer => peer.kill()))
      await relay.kill()
      await Promise.all([...lines].map(line => line.close()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function asWallet(actor: Actor, keys: Wallet['keys']): Wallet {
  return { ...actor, keys, again: async () => asWallet(await actor.again(), keys) }
}
