import { randomBytes } from 'node:crypto'
import { lchown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { KeyRecord } from './createKeyRecord.ts'
import { createLocalVault, type LocalKey } from './createLocalVault.ts'
import { type KeyPurpose, type KeyVault, VaultError } from './vault.ts'

/** Milliseconds for which the folder is not looked at again: a key destroyed elsewhere is forgotten here by then. */
const remembered = 5_000
const fileName = /^(device|recovery|password)\.(\d{14})-([0-9a-f]{8})\.key$/

/**
 * Keys as files of one folder, readable for this user alone: `device.20261121093000-1f2e3d4c.key`, 64 hexadecimal
 * characters. It belongs on another disk, and in another backup, than the database (T114). The first key of a purpose is made at
 * its first use. Where `record` says that there was one, a folder without it refuses instead: its disk may not be mounted, and
 * a new key on another disk would be lost with everything closed under it.
 */
export function createFileVault(deps: {
  readonly folder: string
  readonly record?: KeyRecord
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Monotonic milliseconds. */
  readonly clock: () => number
}): KeyVault {
  const { folder, record, now, clock } = deps
  let known: { readonly at: number; readonly keys: ReadonlyMap<KeyPurpose, readonly LocalKey[]> } | undefined

  async function readFolder(): Promise<ReadonlyMap<KeyPurpose, readonly LocalKey[]>> {
    const keys = new Map<KeyPurpose, LocalKey[]>()
    // Their names have the time first, so the newest one is the last.
    for (const file of (await listFiles(folder)).sort()) {
      const [, purpose, time = '', tail] = fileName.exec(file) ?? []
      if (purpose === undefined) continue
      const text = (await readFile(join(folder, file), 'utf8')).trim()
      if (!/^[0-9a-f]{64}$/.test(text)) throw new VaultError('broken', `${file} holds no key`)
      const list = keys.get(purpose as KeyPurpose) ?? []
      list.push({ id: `${time}-${tail}`, createdAt: toTime(time), key: Buffer.from(text, 'hex') })
      keys.set(purpose as KeyPurpose, list)
    }
    return keys
  }

  async function read(purpose: KeyPurpose, isFresh: boolean): Promise<readonly LocalKey[]> {
    if (isFresh || known === undefined || clock() - known.at > remembered) {
      const at = clock()
      known = { at, keys: await readFolder() }
    }
    const keys = known.keys.get(purpose) ?? []
    if (keys.length === 0) {
      await make(purpose)
      return (await readFolder()).get(purpose) ?? []
    }
    await record?.note(purpose)
    return keys
  }

  async function add(purpose: KeyPurpose): Promise<string> {
    const keys = (await readFolder()).get(purpose) ?? []
    if (keys.length === 0) await requireFirst(purpose)
    return write(purpose)
  }

  async function make(purpose: KeyPurpose): Promise<void> {
    await requireFirst(purpose)
    await write(purpose)
    await record?.note(purpose)
  }

  async function requireFirst(purpose: KeyPurpose): Promise<void> {
    if (!(await record?.had(purpose))) return
    throw new VaultError(
      'gone',
      `The vault's folder ${folder} has no key for ${purpose}, and had one: mount its disk, or restore its backup`,
    )
  }

  async function write(purpose: KeyPurpose): Promise<string> {
    const isNew = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined
    if (isNew) await giveToOwnerOf(dirname(folder), (uid, gid) => lchown(folder, uid, gid))
    const id = `${formatTime(now())}-${randomBytes(4).toString('hex')}`
    const name = join(folder, `${purpose}.${id}.key`)
    const draft = await open(`${name}.draft`, 'wx', 0o600)
    try {
      await draft.writeFile(randomBytes(32).toString('hex'))
      await giveToOwnerOf(folder, (uid, gid) => draft.chown(uid, gid))
      await draft.sync()
    } finally {
      await draft.close()
    }
    await rename(`${name}.draft`, name)
    known = undefined
    return id
  }

  return createLocalVault({
    read,
    add,
    async destroy(purpose, id) {
      const name = `${purpose}.${id}.key`
      if (!fileName.test(name)) throw new VaultError('gone', `There is no key ${id}`)
      try {
        // Over the old bytes first; what a disk keeps of them is the disk's secret.
        const file = await open(join(folder, name), 'r+')
        await file.write(Buffer.alloc(64, '0'), 0, 64, 0)
        await file.sync()
        await file.close()
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      }
      await rm(join(folder, name), { force: true })
      known = undefined
    },
  })
}

/** Root may run commands, while another user runs the server: that user could not read root's files. */
async function giveToOwnerOf(
  folder: string,
  give: (uid: number, gid: number) => Promise<void>,
): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(folder)
  await give(uid, gid)
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new VaultError('away', 'The folder of the vault cannot be read', error)
  }
}

/** 2026-11-21T09:30:00Z as 20261121093000. */
function formatTime(time: number): string {
  return new Date(time).toISOString().replace(/\D/g, '').slice(0, 14)
}

function toTime(text: string): number {
  const [, date = '', clock = ''] = /^(\d{8})(\d{6})$/.exec(text) ?? []
  return Date.parse(
    `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${clock.slice(0, 2)}:${clock.slice(2, 4)}:${clock.slice(4)}Z`,
  )
}
