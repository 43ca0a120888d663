import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { viemAccounts } from '../../core/libraries/viem.ts'
import type { NameSettings } from './readNameSettings.ts'

/**
 * Opens the key that signs for the zone: the one in the settings, or a development server's own. The latter is created
 * once and stored in its data folder, because a resolver may have come to trust it.
 * @throws Error when the folder cannot be written or holds something else under that name.
 */
export function openSignerKey(
  settings: { readonly names: NameSettings; readonly development: boolean },
  folder: string,
): Hex | undefined {
  const { zone, signerKey } = settings.names
  if (signerKey !== undefined || zone === undefined || !settings.development) return signerKey
  const file = join(folder, 'name-signer.key')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    // Another process may be as early.
    if (!existsSync(file))
      writeFileSync(file, viemAccounts().generatePrivateKey(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = readFileSync(file, 'utf8').trim()
  if (!/^0x[0-9a-f]{64}$/.test(key)) throw new Error(`${file} holds no key`)
  return key as Hex
}
