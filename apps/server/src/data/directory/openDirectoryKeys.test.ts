import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { directoryCertificateText } from 'latchkey/services'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { parseEnvironment } from '../../parseEnvironment.ts'
import { publicKeyOf } from './createHeads.ts'
import { openDirectoryKeys } from './openDirectoryKeys.ts'

const unset = { key: undefined, keyFile: undefined, certificate: undefined }
const toText = (key: KeyObject) => key.export({ format: 'der', type: 'pkcs8' }).toString('base64')
const makeKey = () => generateKeyPairSync('ed25519').privateKey

function certify(key: KeyObject, issuer: KeyObject, expires = 1_900_000_000_000) {
  const certificate = { key: publicKeyOf(key), expires, issuer: publicKeyOf(issuer) }
  const signature = sign(null, Buffer.from(directoryCertificateText(certificate)), issuer).toString(
    'base64url',
  )
  return { ...certificate, signature }
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-key-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('without settings', () => {
  it('a key is made once in the data folder, for its owner alone', async () => {
    const data = join(folder, 'data')
    const first = await openDirectoryKeys(unset, data)
    const file = join(data, 'directory-key.pem')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toContain('BEGIN PRIVATE KEY')
    const second = await openDirectoryKeys(unset, data)
    expect(publicKeyOf(second.key)).toBe(publicKeyOf(first.key))
  })

  it('processes that start at once have one key', async () => {
    const opened = await Promise.all(Array.from({ length: 10 }, () => openDirectoryKeys(unset, folder)))
    const kept = publicKeyOf((await openDirectoryKeys(unset, folder)).key)
    expect(new Set(opened.map(({ key }) => publicKeyOf(key)))).toEqual(new Set([kept]))
  })

  it('a file without a key stops the start, and is not replaced', async () => {
    const file = join(folder, 'directory-key.pem')
    writeFileSync(file, 'nothing')
    await expect(openDirectoryKeys(unset, folder)).rejects.toThrow(
      'directory-key.pem must be an Ed25519 private key',
    )
    expect(readFileSync(file, 'utf8')).toBe('nothing')
  })
})

describe('with settings', () => {
  it('a key file, in either form', async () => {
    const key = makeKey()
    for (const text of [toText(key), key.export({ format: 'pem', type: 'pkcs8' }).toString()]) {
      const keyFile = join(folder, 'key')
      writeFileSync(keyFile, `${text}\n`)
      expect(publicKeyOf((await openDirectoryKeys({ ...unset, keyFile }, folder)).key)).toBe(publicKeyOf(key))
    }
    await expect(openDirectoryKeys({ ...unset, keyFile: join(folder, 'none') }, folder)).rejects.toThrow(
      'DIRECTORY_KEY_FILE cannot be read: ENOENT',
    )
  })

  it('a certificate must be that of the key', async () => {
    const [key, issuer] = [makeKey(), makeKey()]
    const certificate = certify(key, issuer)
    expect(await openDirectoryKeys({ ...unset, key, certificate }, folder)).toEqual({ key, certificate })
    await expect(openDirectoryKeys({ ...unset, key: issuer, certificate }, folder)).rejects.toThrow(
      'DIRECTORY_CERTIFICATE must be that of the directory key',
    )
  })
})

describe('the environment', () => {
  const key = makeKey()
  const text = toText(key)
  const certificate = certify(key, makeKey())

  test('a key and a certificate are read', () => {
    const { directory } = parseEnvironment({
      DIRECTORY_KEY: text,
      DIRECTORY_CERTIFICATE: JSON.stringify(certificate),
    })
    expect(directory.key?.equals(key)).toBe(true)
    expect(directory.certificate).toEqual(certificate)
  })

  test.each([
    ['DIRECTORY_KEY', 'secret-that-is-no-key'],
    [
      'DIRECTORY_KEY',
      generateKeyPairSync('x25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    ],
    ['DIRECTORY_CERTIFICATE', 'secret {'],
    ['DIRECTORY_CERTIFICATE', JSON.stringify({ ...certificate, expires: certificate.expires + 1 })],
    ['DIRECTORY_CERTIFICATE', JSON.stringify({ ...certificate, issuer: publicKeyOf(key) })],
  ])('%s that is wrong stops the start and is not repeated', (name, value) => {
    let message = ''
    try {
      parseEnvironment({ [name]: value })
    } catch (error) {
      message = String(error)
    }
    expect(message).toContain(`${name} must be`)
    expect(message).not.toContain('secret')
    expect(message).not.toContain(value)
  })
})
