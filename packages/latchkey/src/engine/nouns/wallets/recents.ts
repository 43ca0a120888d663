/** The wallets used last, with their icons, across visits (SPEC §3 "recent wallets", §9; rows F33, T19). */
import { limits } from '../../../contract/limits.ts'
import { isWebUrl } from '../../../contract/link.ts'
import type { KeyValueDatabase } from '../../base/database.ts'
import { decodeStored, type StoredKey } from '../../base/stored.ts'
import type { RecentWallet } from './walletsTransition.ts'

/** Version 1, for good. In the database: two icons may be more than localStorage holds for a page. */
export const recentsKey: StoredKey<readonly RecentWallet[]> = {
  name: 'recents',
  version: 1,
  parse: parseRecents,
}

const longestIcon = 65_536

/** Reads the recents; what makes no sense is set aside and there are none. */
export async function loadRecents(db: KeyValueDatabase): Promise<readonly RecentWallet[]> {
  const stored = await read(db)
  if (stored.at === 'ok') return stored.data
  if (stored.at === 'bad') {
    await db.set('quarantine', await db.get(recentsKey.name))
    await db.delete(recentsKey.name)
  }
  return []
}

/** Writes the recents, unless a newer release wrote them in a form this one does not know (DECISIONS C8). */
export async function saveRecents(db: KeyValueDatabase, recents: readonly RecentWallet[]): Promise<void> {
  if ((await read(db)).at === 'newer') return
  const data = recents
    .slice(0, limits.recentWallets)
    .map(({ icon, ...wallet }) => ({ ...wallet, ...cleanIcon(icon) }))
  await db.set(recentsKey.name, JSON.stringify({ v: recentsKey.version, data }))
}

async function read(db: KeyValueDatabase) {
  const text = await db.get(recentsKey.name)
  return decodeStored(recentsKey, text === undefined ? null : (text as string), 0)
}

function parseRecents(data: unknown): readonly RecentWallet[] | undefined {
  if (!Array.isArray(data)) return undefined
  const recents = data.slice(0, limits.recentWallets).map(parseRecent)
  return recents.includes(undefined) ? undefined : (recents as readonly RecentWallet[])
}

function parseRecent(data: unknown): RecentWallet | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { walletId, name, icon, namespace } = data as Readonly<Record<string, unknown>>
  if (typeof walletId !== 'string' || !/^(?:rdns|dir|std|custom):.{1,200}$/.test(walletId)) return undefined
  if (typeof name !== 'string' || name === '' || name.length > 200) return undefined
  const isSound = typeof namespace === 'string' && /^[-a-z0-9]{3,8}$/.test(namespace)
  return { walletId, name, ...cleanIcon(icon), ...(isSound && { namespace }) }
}

function cleanIcon(icon: unknown): { icon?: string } {
  if (typeof icon !== 'string' || icon.length > longestIcon) return {}
  return /^data:image\//.test(icon) || isWebUrl(icon) ? { icon } : {}
}
