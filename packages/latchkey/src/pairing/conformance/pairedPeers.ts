/** A page and a phone that share a relay in memory, for tests of the session protocol. */
import { createPhoneWallet, type PhoneWallet, type PhoneWalletOptions } from '@latchkey/testing/phone'
import { base, mainnet } from '../../contract/networks/evm.ts'
import type { Clock } from '../../engine/base/clock.ts'
import type { KeyValueDatabase } from '../../engine/base/database.ts'
import { systemRandom } from '../../engine/base/random.ts'
import { createFakeClock, type FakeClock } from '../../engine/fixtures/createFakeClock.ts'
import { createMemoryDatabase } from '../../engine/fixtures/createMemoryDatabase.ts'
import { buildNamespaces } from '../namespaces/buildNamespaces.ts'
import type { Pairing, PairingApproval, PairingEvents, PairOptions } from '../pairing.ts'
import { createSessions } from '../session/createSessions.ts'
import { type LoadLiving, loadLiving } from '../session/loadLiving.ts'
import { createMemoryRelay, type MemoryRelay, type MemoryTransport } from './memoryRelay.ts'

export const asked = buildNamespaces([mainnet, base])

export interface Page {
  readonly pairing: Pairing
  /** The store that it shares with the pages after it. */
  readonly database: KeyValueDatabase
  readonly transport: MemoryTransport
  readonly alerts: readonly string[]
  /** Every event it emitted, oldest first. */
  readonly told: readonly { readonly type: string; readonly event: unknown }[]
}

export interface Peers<C extends Clock = FakeClock> {
  readonly clock: C
  readonly relay: MemoryRelay
  readonly page: Page
  readonly phone: PhoneWallet
  readonly phoneTransport: MemoryTransport
  /** Another page of the same browser: the old one may be destroyed first. */
  reload(): Promise<Page>
  /** Connects; the phone approves unless its script says otherwise. */
  connect(options?: Partial<PairOptions>): Promise<PairingApproval>
  /** Waits until every pending message has arrived. */
  settled(): Promise<void>
}

const types: readonly (keyof PairingEvents)[] = [
  'relay',
  'scanned',
  'sessionChanged',
  'sessionEnded',
  'sessionEvent',
  'requestSent',
]

/** Makes them; the clock stands at a day of 2026. */
export function pairedPeers(
  phoneOptions: Partial<PhoneWalletOptions> = {},
  living: LoadLiving = loadLiving,
): Promise<Peers> {
  return pairedPeersBy(createFakeClock(1_780_000_000_000), phoneOptions, living)
}

/** The same by another clock. */
export async function pairedPeersBy<C extends Clock>(
  clock: C,
  phoneOptions: Partial<PhoneWalletOptions> = {},
  living: LoadLiving = loadLiving,
): Promise<Peers<C>> {
  const relay = createMemoryRelay()
  const database = createMemoryDatabase()

  async function openPage(): Promise<Page> {
    const transport = relay.open({ clock, database })
    const alerts: string[] = []
    const told: { type: string; event: unknown }[] = []
    const pairing = createSessions(
      transport,
      {
        clock,
        random: systemRandom,
        metadata: { name: 'Shop', description: 'A shop', url: 'https://shop.example', icons: [] },
        alert: code => void alerts.push(code),
      },
      living,
    )
    for (const type of types) pairing.on(type, event => void told.push({ type, event }))
    return { pairing, database, transport, alerts, told }
  }

  const page = await openPage()
  const phoneTransport = relay.open({ clock })
  const phone = createPhoneWallet({
    transport: phoneTransport,
    chains: [{ id: 1 }, { id: 8453 }, { id: 10 }],
    mode: 'approve',
    clock: { now: clock.now, after: (ms, task) => clock.setTimeout(task, ms) },
    ...phoneOptions,
  })
  return {
    clock,
    relay,
    page,
    phone,
    phoneTransport,
    reload: openPage,
    settled: relay.settled,
    async connect(options) {
      const signal = new AbortController().signal
      const { uri, approval } = await page.pairing.connect({ namespaces: asked, signal, ...options })
      await phone.pair(uri)
      await relay.settled()
      return approval
    },
  }
}
