import { generateKeyPairSync } from 'node:crypto'
import type { DirectoryKeys } from './createHeads.ts'

/** What signs the wallet directory and the projects' flags: a key of this process alone, unless one is provided. */
export function makeDirectoryKeys(_ctx: object): DirectoryKeys {
  return { key: generateKeyPairSync('ed25519').privateKey }
}
