import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createLog } from '../log/createLog.ts'
import { publicKeyOf } from './createHeads.ts'
import { tellDirectoryKeys } from './tellDirectoryKeys.ts'

const { privateKey: key } = generateKeyPairSync('ed25519')
const unset = { key: undefined, keyFile: undefined, certificate: undefined }
const now = 20_000 * 86_400_000
const certificate = { key: publicKeyOf(key), issuer: 'I'.repeat(43), signature: 's'.repeat(86), expires: 0 }

function told(settings: { databaseUrl?: string; keyFile?: string; days?: number }) {
  const lines: string[] = []
  const log = createLog({ level: 'info', sink: { write: line => lines.push(line) }, secrets: [] })
  const ends =
    settings.days === undefined ? undefined : { ...certificate, expires: now + settings.days * 86_400_000 }
  tellDirectoryKeys(
    { key, certificate: ends },
    {
      settings: { databaseUrl: settings.databaseUrl, directory: { ...unset, keyFile: settings.keyFile } },
      log,
      now,
    },
  )
  return lines.map(line => JSON.parse(line) as { level: string; msg: string; directoryKey?: string })
}

test('the public key that clients have to list is in the log', () => {
  expect(told({})).toMatchObject([{ level: 'info', directoryKey: publicKeyOf(key) }])
})

test.each([
  ['processes that share a database and no key', { databaseUrl: 'postgres://x' }, /one by DIRECTORY_KEY/],
  ['a certificate that ends within two weeks', { days: 13 }, /ends soon/],
])('warns of %s', (_name, settings, message) => {
  expect(told(settings)[1]).toMatchObject({ level: 'warn', msg: expect.stringMatching(message) })
})

test.each([{ databaseUrl: 'postgres://x', keyFile: 'x' }, { days: 15 }])('is content with %j', settings => {
  expect(told(settings)).toHaveLength(1)
})
