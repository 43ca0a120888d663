/** The wallet list of Connect as one pure function of what is known (SPEC-NOTES §2 "Connect"). */
import type { ChainNamespace } from '../../../contract/caip.ts'
import { isOfferedOn, type ListingDevice } from '../../../contract/isOfferedOn.ts'
import { defaultConnectorOrder, limits } from '../../../contract/limits.ts'
import type { ConnectorOrder } from '../../../contract/options.ts'
import { reachesRelay } from '../../../contract/reachesRelay.ts'
import type {
  CustomWallet,
  DiscoveredWallet,
  WalletId,
  WalletListing,
  WalletRow,
} from '../../../contract/wallet.ts'
import { type WalletEntry as Entry, groupDiscovered } from './groupDiscovered.ts'
import type { LinkWallets } from './linkedWallets.ts'
import { walletIdOf } from './walletIdOf.ts'
import type { RecentWallet } from './walletsTransition.ts'

export interface ComposeOptions {
  /** When it lists anything, only these and the ones the host names itself (featured, custom) are shown. */
  readonly includeWalletIds?: readonly string[]
  readonly excludeWalletIds?: readonly string[]
  readonly featuredWalletIds?: readonly string[]
  readonly customWallets?: readonly CustomWallet[]
  readonly connectorTypeOrder?: readonly ConnectorOrder[]
  /** The namespaces that can be connected, narrowed by a filter; empty = any. */
  readonly namespaces: readonly ChainNamespace[]
  readonly hasEmail: boolean
  readonly hasSocials: boolean
  /** A relay is configured: wallets that are not installed can be reached. */
  readonly pairing: boolean
  /**
   * Listed wallets do not share the relay: those that are known to listen on it are rows, and the row for any wallet
   * comes last. Default false.
   */
  readonly ownRelay?: boolean
  /** The device and the relay that the list is for; default a desktop. */
  readonly device?: ListingDevice
  /** How many other wallets follow; default: as many as fill the list up to four. */
  readonly recommended?: number
}

export interface ComposeInput {
  readonly discovered: readonly DiscoveredWallet[]
  /** In directory rank. */
  readonly catalogue: readonly WalletListing[]
  /** Further listings, which make no rows: they only say under which names a wallet announces itself. Default none. */
  readonly known?: readonly WalletListing[]
  readonly recents: readonly RecentWallet[]
  /** Tells wallets apart that say no rdns; absent as long as the page has none. */
  readonly link?: LinkWallets | undefined
  readonly connectedWalletIds: readonly string[]
  readonly options: ComposeOptions
}

/** The walletId of the row that pairs with any wallet. */
export const walletConnectId = 'dir:walletConnect' satisfies WalletId

/** Groups, merges, filters and orders; the same input gives the same rows, and each row has a key of its own. */
export function composeRows(input: ComposeInput): readonly WalletRow[] {
  const { options, recents } = input
  const { index, entries } = collectWallets(input)
  const find = (ids: readonly string[] = []) => new Set(ids.flatMap(id => findWallets(index, id)))

  const excluded = find(options.excludeWalletIds)
  const featured = find(options.featuredWalletIds)
  for (const entry of featured) entry.featured = true
  const included = options.includeWalletIds?.length ? find(options.includeWalletIds) : undefined
  const isAllowed = (entry: Entry) =>
    !excluded.has(entry) && (!included || included.has(entry) || entry.featured || entry.custom)

  const recent: Entry[] = []
  for (const used of recents) {
    // Two wallets claim this id: it is unknown which of them was used.
    const entry = findWallets(index, used.walletId).find(other => !other.ambiguous)
    if (
      !entry ||
      entry.elsewhere ||
      !isAllowed(entry) ||
      entry.recent ||
      recent.length === limits.recentWallets
    )
      continue
    entry.recent = true
    entry.used = used.namespace
    recent.push(entry)
  }

  const allowed = entries.filter(isAllowed)
  const injected = allowed.filter(entry => entry.discovered.length > 0).sort((a, b) => a.rank - b.rank)
  const isOwn = (entry: Entry) => entry.custom || entry.featured || entry.discovered.length > 0
  const taken = allowed.filter(isOwn).length + Number(options.hasEmail) + Number(options.hasSocials)
  const others = allowed.filter(
    entry => !entry.recent && !isOwn(entry) && isListed(entry, options) && leadsSomewhere(entry, options),
  )
  // A list of all keeps the directory's rank, page by page.
  const isFirst = options.ownRelay === true && options.recommended === undefined
  const isKnown = (entry: Entry) => isFirst && listensOn(entry, options.device?.relay)
  const known = others.filter(isKnown)
  const recommended = [...known, ...others.filter(entry => !isKnown(entry))]
  const most = options.recommended ?? Math.max(0, limits.recommendedWallets - taken)

  const groups: Readonly<Record<ConnectorOrder, readonly Entry[]>> = {
    walletConnect: options.pairing ? [pairingWallet()] : [],
    recent,
    injected,
    featured: [...featured].filter(entry => isAllowed(entry) && isListed(entry, options)),
    custom: allowed.filter(entry => entry.custom),
    // Connectors that an adapter brings along without the page announcing them; no adapter brings one yet.
    external: [],
    recommended: recommended.slice(0, Math.max(most, Math.min(known.length, limits.recommendedWallets))),
  }
  const rows: WalletRow[] = []
  const placed = new Set<Entry>()
  const keys = new Set<string>()
  const connected = find(input.connectedWalletIds)
  for (const group of orderOf(options)) {
    for (const entry of groups[group]) {
      if (placed.has(entry)) continue
      placed.add(entry)
      // A suffix that does not depend on who came first. Names are free text, so a clash is still possible.
      let key = entry.ambiguous ? `${entry.id}#${entry.discovered[0]?.key}` : (entry.key ?? entry.id)
      while (keys.has(key)) key += '#'
      keys.add(key)
      rows.push(toRow(entry, group, key, connected.has(entry)))
    }
  }
  return rows
}

function orderOf({ connectorTypeOrder = [], ownRelay }: ComposeOptions): ReadonlySet<ConnectorOrder> {
  const usual = ownRelay
    ? defaultConnectorOrder.filter(type => type !== 'walletConnect')
    : defaultConnectorOrder
  const wanted = connectorTypeOrder.filter(type => defaultConnectorOrder.includes(type))
  return new Set([...wanted, ...usual, 'walletConnect'])
}

type Index = Map<string, Entry[]>

function collectWallets(input: ComposeInput): { index: Index; entries: Entry[] } {
  const { discovered, catalogue, known: others = [], recents, link, options } = input
  const index: Index = new Map()
  const found = groupDiscovered(discovered, options.namespaces, {
    catalogue: [...catalogue, ...others],
    rank: catalogue.length,
    link,
  })
  const entries = found.filter(({ elsewhere }) => !elsewhere)
  // A visitor used it, or a host names it, by what one of its namespaces says.
  for (const entry of found)
    for (const id of [entry.id, ...entry.discovered.map(walletIdOf)]) note(index, id, entry)
  // A global that was guessed has no rdns, and its name is from our own list: it may stand for a listing.
  const guessed = new Map(
    entries.flatMap(entry => (isGuessed(entry.discovered[0]) ? [[plainName(entry.name), entry]] : [])),
  )
  const add = (listing: WalletListing, rank: number, custom: boolean) => {
    const rdns = listing.rdns && (`rdns:${listing.rdns.toLowerCase()}` as const)
    const own = custom ? (`custom:${listing.id}` as const) : (`dir:${listing.id}` as const)
    const guess = guessed.size > 0 ? guessed.get(plainName(listing.name)) : undefined
    let known =
      index.get(rdns || own) ?? index.get(own) ?? index.get(`dir:${listing.id}`) ?? (guess && [guess])
    if (!known) {
      if (!supports(listing, options.namespaces)) return
      known = [{ id: rdns || own, name: listing.name, discovered: [], rank, ambiguous: false }]
      entries.push(...known)
    }
    for (const entry of known) {
      if (entry.elsewhere && supports(listing, options.namespaces)) {
        // The app on a phone may speak what the extension does not.
        entry.elsewhere = false
        entries.push(entry)
      }
      for (const id of rdns ? [rdns, own] : [own]) note(index, id, entry)
      if (custom ? entry.custom : entry.listing) continue
      entry.listing = entry.listing ? { ...entry.listing, ...listing } : listing
      entry.rank = Math.min(entry.rank, rank)
      if (custom) entry.custom = true
      // What a global is called, only a listing knows.
      if (entry.discovered.every(wallet => wallet.source === 'injected') && !entry.ambiguous)
        entry.name = listing.name
    }
  }
  for (const [rank, listing] of catalogue.entries()) add(listing, rank, false)
  for (const { listing, linked } of entries) if (!listing && linked) add(linked, catalogue.length, false)
  for (const wallet of options.customWallets ?? []) add(wallet, catalogue.length, true)
  // Used before, but neither in the page nor listed: only a pairing can reach it.
  for (const { walletId, name, icon } of options.pairing ? recents : []) {
    if (findWallets(index, walletId).length > 0) continue
    note(index, walletId, { id: walletId as WalletId, name, icon, discovered: [], rank: 0, ambiguous: false })
  }
  return { index, entries }
}

function note(index: Index, id: string, entry: Entry): void {
  const known = index.get(id)
  if (!known) index.set(id, [entry])
  else if (!known.includes(entry)) known.push(entry)
}

/** Hosts name wallets by directory id, `rdns:…`, plain rdns, or our canonical ids. */
function findWallets(index: Index, id: string): readonly Entry[] {
  const rdns = `rdns:${id.replace(/^rdns:/, '').toLowerCase()}`
  return [...new Set([id, rdns, `dir:${id}`, `custom:${id}`])].flatMap(name => index.get(name) ?? [])
}

/** Whether it is a global that several wallets share, whose name is a guess. */
function isGuessed(wallet: DiscoveredWallet | undefined): boolean {
  return wallet?.source === 'injected' && wallet.injectedId === undefined
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/ wallet$/, '')
}

function supports({ chains }: WalletListing, namespaces: readonly ChainNamespace[]): boolean {
  return (
    !chains || namespaces.length === 0 || chains.some(id => namespaces.includes(id.slice(0, id.indexOf(':'))))
  )
}

/** A wallet that the device can use. Installed ones and the host's own stand without a listing, too. */
function isListed({ listing, discovered, custom }: Entry, { device }: ComposeOptions): boolean {
  return !device || !listing || custom === true || discovered.length > 0 || isOfferedOn(listing, device)
}

function listensOn({ listing }: Entry, relay: string | undefined): boolean {
  return listing !== undefined && reachesRelay(listing, relay)
}

// Without pairing a recommended wallet that is not installed leads to the stores, so it must name one.
function leadsSomewhere({ listing }: Entry, { pairing }: ComposeOptions): boolean {
  return (
    pairing || !!(listing?.chrome_store || listing?.app_store || listing?.play_store || listing?.homepage)
  )
}

function pairingWallet(): Entry {
  return { id: walletConnectId, name: 'WalletConnect', discovered: [], rank: 0, ambiguous: false }
}

function toRow(entry: Entry, group: WalletRow['group'], key: string, isConnected: boolean): WalletRow {
  const { id, name, discovered, ambiguous } = entry
  // Wallets that claim the same id do not get the directory's name, picture or links.
  const listing = ambiguous ? undefined : entry.listing
  const icon = entry.icon ?? listing?.image_url
  const tag =
    group === 'walletConnect'
      ? 'qrcode'
      : isConnected && !ambiguous
        ? 'connected'
        : entry.recent
          ? 'recent'
          : discovered.length > 0
            ? 'installed'
            : undefined
  return {
    key,
    walletId: id,
    name,
    group,
    discovered,
    ...(icon && { icon }),
    ...(listing?.image_id && { imageId: listing.image_id }),
    ...(tag && { tag }),
    ...(listing && { listing }),
    ...(entry.used && discovered.length > 1 && { usedNamespace: entry.used }),
    ...(ambiguous && { ambiguous }),
  }
}
