import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EnvironmentError } from '../settings/parseEnvironment.ts'
import { Wrong } from '../settings/readers.ts'
import { type DirectoryKeys, publicKeyOf } from './createHeads.ts'
import { type DirectorySettings, signingKey } from './readDirectorySettings.ts'

/** The name of the key in the data folder. */
const ownFile = 'directory-key.pem'

/**
 * The key that signs the directory: from the settings, or the data folder's own, which is made at the first start and
 * readable for this user alone.
 * @throws EnvironmentError when a key file cannot be read or holds none, or the certificate is another key's.
 */
export async function openDirectoryKeys(
  { key, keyFile, certificate }: DirectorySettings,
  dataFolder: string,
): Promise<DirectoryKeys> {
  const opened =
    key ??
    (keyFile === undefined ? await openOwnKey(dataFolder) : await readKey(keyFile, 'DIRECTORY_KEY_FILE'))
  if (certificate !== undefined && certificate.key !== publicKeyOf(opened))
    throw new EnvironmentError(['DIRECTORY_CERTIFICATE must be that of the directory key'])
  return { key: opened, certificate }
}

async function openOwnKey(dataFolder: string): Promise<KeyObject> {
  const file = join(dataFolder, ownFile)
  try {
    return await readKey(file, ownFile)
  } catch (error) {
    if ((error as { readonly cause?: NodeJS.ErrnoException }).cause?.code !== 'ENOENT') throw error
  }
  const { privateKey } = generateKeyPairSync('ed25519')
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
    return await readKey(file, ownFile)
  } finally {
    await rm(draft, { force: true })
  }
}

async function readKey(file: string, name: string): Promise<KeyObject> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (cause) {
    const error = new EnvironmentError([`${name} cannot be read: ${(cause as NodeJS.ErrnoException).code}`])
    error.cause = cause
    throw error
  }
  try {
    return signingKey(text.trim())
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    throw new EnvironmentError([`${name} ${error.message}`])
  }
}
