import { createPublicKey, generateKeyPairSync, type JsonWebKey, verify } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attestationClaimsSchema, getAttestationKey, postAttestation } from 'latchkey/services'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openApp, type TestApp } from '../../app.fixture.ts'
import { parseEnvironment } from '../../parseEnvironment.ts'
import { openAttestationKey } from './openAttestationKey.ts'

let app: TestApp
beforeAll(async () => {
  app = await openApp({ LATCHKEY_DEV: '1' })
  await app.addProject('shop', ['https://shop.example'])
})
afterAll(() => app.close())

const id = 'ab'.repeat(32)
const ask = (origin: string | undefined, body: unknown = { id }, project = 'shop') =>
  app.request(`/attestation?projectId=${project}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(origin !== undefined && { origin }) },
    body: JSON.stringify(body),
  })
const keyOf = async () =>
  v.parse(getAttestationKey.response, await (await app.request('/attestation/key')).json()).publicKey

function decode(part = '') {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}

describe('POST /attestation', () => {
  it('T94 signs the origin that the browser sent, the id of the message and five minutes, and nothing else', async () => {
    const response = await ask('https://shop.example')
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('access-control-allow-origin')).toBe('https://shop.example')
    const { attestation } = v.parse(postAttestation.response, await response.json())
    const [header, payload, signature = ''] = attestation.split('.')
    const publicKey = await keyOf()
    expect(decode(header)).toEqual({ alg: 'ES256', typ: 'JWT', kid: publicKey.kid })
    const claims = v.parse(v.strictObject(attestationClaimsSchema.entries), decode(payload))
    expect(claims).toMatchObject({ sub: id, origin: 'https://shop.example', isVerified: true })
    expect(claims.exp - claims.iat).toBe(300)
    expect(Math.abs(claims.iat - Date.now() / 1_000)).toBeLessThan(30)
    const isSigned = verify(
      'sha256',
      Buffer.from(`${header}.${payload}`),
      { key: createPublicKey({ key: publicKey as JsonWebKey, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    expect(isSigned).toBe(true)
  })

  it.each([
    undefined,
    'null',
    'https://evil.example',
    'https://shop.example.evil.example',
    'http://shop.example',
  ])('T94 from %s is refused', async origin => {
    const response = await ask(origin)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 'APKT002' })
  })

  it('T94 an origin in the body is none', async () => {
    expect((await ask('https://shop.example', { id, origin: 'https://bank.example' })).status).toBe(400)
    for (const wrong of ['', 'ab', id.toUpperCase(), `${id}0`, 5, null])
      expect((await ask('https://shop.example', { id: wrong })).status).toBe(400)
  })

  it('the development project has the pages of this machine alone', async () => {
    expect((await ask('http://localhost:5173', { id }, 'latchkey-dev')).status).toBe(200)
    expect((await ask('https://shop.example', { id }, 'latchkey-dev')).status).toBe(403)
  })
})

describe('GET /attestation/key', () => {
  it('may be read by any wallet, on any page, and kept for minutes', async () => {
    const response = await app.request('/attestation/key', { headers: { origin: 'https://wallet.example' } })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    expect(await response.json()).toEqual({ publicKey: expect.any(Object) })
  })
})

describe('its key', () => {
  const unset = { key: undefined, keyFile: undefined }
  const folderOf = () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-key-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  }

  it('is made once in the data folder, for its owner alone', async () => {
    const folder = folderOf()
    const first = await openAttestationKey(unset, folder)
    expect(statSync(join(folder, 'attestation-key.pem')).mode & 0o777).toBe(0o600)
    expect((await openAttestationKey(unset, folder)).equals(first)).toBe(true)
  })

  it('comes from the settings, as text or as a file', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const text = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
    const { attestation } = parseEnvironment({ ATTESTATION_KEY: text })
    expect((await openAttestationKey(attestation, '/nowhere')).equals(privateKey)).toBe(true)
    const file = join(folderOf(), 'key.pem')
    writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }))
    const named = parseEnvironment({ ATTESTATION_KEY_FILE: file }).attestation
    expect((await openAttestationKey(named, '/nowhere')).equals(privateKey)).toBe(true)
  })

  it('is taken as openssl makes it by the command of docs/self-host.md, which is SEC1 with OpenSSL 3.0', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const text = privateKey.export({ format: 'der', type: 'sec1' }).toString('base64')
    const { attestation, signIn } = parseEnvironment({ ATTESTATION_KEY: text, SIGNIN_KEY: text })
    expect((await openAttestationKey(attestation, '/nowhere')).equals(privateKey)).toBe(true)
    expect(signIn.key?.equals(privateKey)).toBe(true)
  })

  it.each([
    ['nothing', 'xyz'],
    ['another curve', exported('secp384r1')],
    [
      'another curve, in SEC1',
      generateKeyPairSync('ec', { namedCurve: 'secp384r1' })
        .privateKey.export({ format: 'der', type: 'sec1' })
        .toString('base64'),
    ],
    [
      'no curve of that kind',
      generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }),
    ],
  ])('is refused when it is %s', (_what, text) => {
    expect(() => parseEnvironment({ ATTESTATION_KEY: String(text) })).toThrow(
      'ATTESTATION_KEY must be a P-256 private key in PKCS8 or SEC1, as base64 or PEM',
    )
  })
})

function exported(namedCurve: string) {
  return generateKeyPairSync('ec', { namedCurve }).privateKey.export({ format: 'pem', type: 'pkcs8' })
}
