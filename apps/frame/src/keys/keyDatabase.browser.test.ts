import { afterEach, describe, expect, it } from 'vitest'
import { openDeviceKey } from './deviceKey.ts'
import { openKeyDatabase } from './keyDatabase.ts'

const names: string[] = []
afterEach(() => {
  for (const name of names.splice(0)) indexedDB.deleteDatabase(name)
})

async function open(name = `keys-${crypto.randomUUID()}`) {
  names.push(name)
  return { name, database: await openKeyDatabase(name) }
}

describe('the browser’s database', () => {
  it('stores, replaces and deletes', async () => {
    const { name, database } = await open()
    await database.write('a', { one: 1 })
    await database.write('a', { two: 2 })
    await database.write('b', 'x')
    const again = await openKeyDatabase(name)
    expect([await again.read('a'), await again.read('none')]).toEqual([{ two: 2 }, undefined])
    expect(await again.list()).toEqual(['a', 'b'])
    await again.delete('a')
    expect(await database.list()).toEqual(['b'])
  })

  it('has one device for all tabs, with keys that are not extractable', async () => {
    const { name, database } = await open()
    const deps = { locks: navigator.locks, now: () => 1_700_000_000_000 }
    const tabs = await Promise.all([
      openDeviceKey({ ...deps, database }),
      openKeyDatabase(name).then(other => openDeviceKey({ ...deps, database: other })),
    ])
    expect(tabs[0].device).toMatch(/^[\w-]{43}$/)
    expect(tabs[1].device).toBe(tabs[0].device)
    const { pair, wrap } = (await database.read('device')) as { pair: CryptoKeyPair; wrap: CryptoKey }
    for (const key of [pair.privateKey, wrap]) {
      expect(key.extractable).toBe(false)
      for (const format of ['raw', 'jwk', 'pkcs8'] as const)
        await expect(crypto.subtle.exportKey(format, key)).rejects.toThrow()
    }
    const proof = await tabs[0].prove({ method: 'POST', url: 'https://s.example/v1/x', body: { a: 1 } })
    const [head = '', claims = '', signature = ''] = proof.split('.')
    const read = (text: string) => JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')))
    expect(read(head)).toMatchObject({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty: 'EC', crv: 'P-256' } })
    expect(read(head).jwk).not.toHaveProperty('d')
    expect(read(claims)).toMatchObject({ htm: 'POST', htu: 'https://s.example/v1/x', iat: 1_700_000_000 })
    const bytes = Uint8Array.from(atob(signature.replaceAll('-', '+').replaceAll('_', '/')), c =>
      c.charCodeAt(0),
    )
    const text = new TextEncoder().encode(`${head}.${claims}`)
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
    expect(await crypto.subtle.verify(algorithm, pair.publicKey, bytes, text)).toBe(true)
  })

  it('T19: does not use a foreign record as a key', async () => {
    const { database } = await open()
    const open_ = () => openDeviceKey({ database, locks: navigator.locks, now: Date.now })
    const readable = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
      'verify',
    ])
    const wrap = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, [
      'encrypt',
      'decrypt',
    ])
    for (const left of ['x', null, {}, { pair: readable, wrap }, { pair: {}, wrap: {} }]) {
      await database.write('device', left)
      await open_()
      const { pair } = (await database.read('device')) as { pair: CryptoKeyPair }
      expect(pair.privateKey.extractable).toBe(false)
    }
  })
})
