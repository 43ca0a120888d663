import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createLog } from '../../core/log/createLog.ts'
import { publicKeyOf } from './createHeads.ts'
import { reportDirectoryKeys } from './reportDirectoryKeys.ts'

const { privateKey: key } = generateKeyPairSync('ed25519')
const unset = { key: undefined, keyFile: undefined, certificate: undefined }

function told(settings: { databaseUrl?: string; keyFile?: string }) {
  const lines: string[] = []
  const log = createLog({ level: 'info', sink: { write: line => lines.push(line) }, secrets: [] })
  const { databaseUrl, keyFile } = settings
  reportDirectoryKeys({ key }, { settings: { databaseUrl, directory: { ...unset, keyFile } }, log })
  return lines.map(line => JSON.parse(line) as { level: string; msg: string; directoryKey?: string })
}

test('logs the public key that clients have to list', () => {
  expect(told({})).toMatchObject([{ level: 'info', directoryKey: publicKeyOf(key) }])
})

test('warns of processes that share a database and no key', () => {
  const message = expect.stringMatching(/one by DIRECTORY_KEY/)
  expect(told({ databaseUrl: 'postgres://x' })[1]).toMatchObject({ level: 'warn', msg: message })
  expect(told({ databaseUrl: 'postgres://x', keyFile: 'x' })).toHaveLength(1)
})
