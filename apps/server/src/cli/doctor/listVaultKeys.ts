import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createListedVault } from '../../people/custody/vault/createListedVault.ts'
import { createTransitVault } from '../../people/custody/vault/createTransitVault.ts'
import { type KeyPurpose, keyPurposes } from '../../people/custody/vault/vault.ts'
import type { Settings } from '../../rooms.ts'

/**
 * Ids of the keys that the vault has, by what they are for. Unlike the vault itself it makes none in an empty folder.
 * @throws VaultError, or the file system's error
 */
export async function listVaultKeys(
  settings: Pick<Settings, 'custody' | 'dataFolder'>,
): Promise<Readonly<Record<KeyPurpose, ReadonlySet<string>>>> {
  const { transit, keys, keyFolder } = settings.custody
  const clock = () => performance.now()
  if (transit === undefined && keys === undefined) {
    const names = await readdir(keyFolder ?? join(settings.dataFolder, 'custody-keys')).catch(absent)
    const idsOf = (purpose: KeyPurpose) =>
      new Set(
        names.flatMap(name => new RegExp(`^${purpose}\\.(\\d{14}-[0-9a-f]{8})\\.key$`).exec(name)?.[1] ?? []),
      )
    return { device: idsOf('device'), recovery: idsOf('recovery'), password: idsOf('password') }
  }
  const vault =
    transit === undefined ? createListedVault(keys ?? new Map()) : createTransitVault({ ...transit, clock })
  const lists = await Promise.all(keyPurposes.map(purpose => vault.list(purpose)))
  const [device = [], recovery = [], password = []] = lists.map(list => list.map(({ id }) => id))
  return { device: new Set(device), recovery: new Set(recovery), password: new Set(password) }
}

function absent(error: unknown): string[] {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
  throw error
}
