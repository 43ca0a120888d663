import { type KeyObject, randomUUID } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EnvironmentError } from './environmentError.ts'
import { type Reader, Wrong } from './readers.ts'

/** A key that the services sign with, and where it comes from. */
export interface KeyKind {
  /** Its file in the data folder. */
  readonly file: string
  /** The variable that names another file. */
  readonly variable: string
  readonly make: () => KeyObject
  readonly read: Reader<KeyObject>
}

/**
 * A key from the settings, or the data folder's own, which is made at the first start and readable for this user alone.
 * @throws EnvironmentError when a key file cannot be read or holds none.
 */
export async function openKey(
  kind: KeyKind,
  settings: { readonly key: KeyObject | undefined; readonly keyFile: string | undefined },
  dataFolder: string,
): Promise<KeyObject> {
  const { key, keyFile } = settings
  if (key !== undefined) return key
  return keyFile === undefined ? openOwnKey(kind, dataFolder) : readKey(kind, keyFile, kind.variable)
}

async function openOwnKey(kind: KeyKind, dataFolder: string): Promise<KeyObject> {
  const file = join(dataFolder, kind.file)
  try {
    return await readKey(kind, file, kind.file)
  } catch (error) {
    if ((error as { readonly cause?: NodeJS.ErrnoException }).cause?.code !== 'ENOENT') throw error
  }
  const privateKey = kind.make()
  const draft = `${file}.${randomUUID()}`
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  await writeFile(draft, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flush: true })
  await chmod(draft, 0o600)
  try {
    // Of two processes that start at once in one folder the first one's key stays.
    await link(draft, file)
    return privateKey
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return await readKey(kind, file, kind.file)
  } finally {
    await rm(draft, { force: true })
  }
}

async function readKey(kind: KeyKind, file: string, name: string): Promise<KeyObject> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (cause) {
    const error = new EnvironmentError([`${name} cannot be read: ${(cause as NodeJS.ErrnoException).code}`])
    error.cause = cause
    throw error
  }
  try {
    return kind.read(text.trim())
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    throw new EnvironmentError([`${name} ${error.message}`])
  }
}
