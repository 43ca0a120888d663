import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { parseEnvironment } from '../../../parseEnvironment.ts'
import { settingsSecrets } from '../../../settingsSecrets.ts'
import { closeWith, openWith } from './closeWith.ts'
import { createFileVault } from './createFileVault.ts'
import { createListedVault } from './createListedVault.ts'
import { createLocalVault } from './createLocalVault.ts'
import { createTransitVault } from './createTransitVault.ts'
import type { KeyVault } from './vault.ts'

const closes: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-keks-'))
  closes.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** As much of a transit engine as the vault asks for: versioned keys, closed and opened inside. */
async function openTransit(): Promise<{ readonly vault: KeyVault; readonly server: Server }> {
  const keys = new Map<string, { versions: Map<number, Buffer>; latest: number; least: number }>()
  const server = createServer(async (request, response) => {
    const answer = (status: number, data?: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(data && JSON.stringify({ data }))
    if (request.headers['x-vault-token'] !== 'token') return answer(403)
    const [, , , action = '', second = '', third] = (request.url ?? '').split('/')
    const name = second
    const key = keys.get(name) ?? { versions: new Map([[1, randomBytes(32)]]), latest: 1, least: 1 }
    keys.set(name, key)
    const body: Record<string, string | number> = {}
    if (request.method === 'POST')
      Object.assign(body, JSON.parse(Buffer.concat(await request.toArray()).toString()))
    if (action === 'encrypt') {
      const secret = key.versions.get(key.latest) ?? Buffer.alloc(32)
      const closed = closeWith(secret, Buffer.from(String(body.plaintext), 'base64'), name)
      return answer(200, { ciphertext: `vault:v${key.latest}:${Buffer.from(closed).toString('base64')}` })
    }
    if (action === 'decrypt') {
      const [, version, box = ''] = /^vault:v(\d+):(.+)$/.exec(String(body.ciphertext)) ?? []
      const secret = key.versions.get(Number(version))
      if (secret === undefined || Number(version) < key.least) return answer(400)
      try {
        const content = openWith(secret, Buffer.from(box, 'base64'), name)
        return answer(200, { plaintext: Buffer.from(content).toString('base64') })
      } catch {
        return answer(400)
      }
    }
    if (third === 'rotate') {
      key.versions.set(++key.latest, randomBytes(32))
      return answer(204)
    }
    if (third === 'config') {
      key.least = Number(body.min_decryption_version)
      return answer(204)
    }
    if (third === 'trim') {
      for (const version of key.versions.keys())
        if (version < Number(body.min_available_version)) key.versions.delete(version)
      return answer(204)
    }
    const made = Object.fromEntries([...key.versions.keys()].map(version => [version, version * 1_000]))
    return answer(200, { latest_version: key.latest, min_decryption_version: key.least, keys: made })
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  closes.push(() => server.close())
  const tokenFile = join(await openFolder(), 'token')
  await writeFile(tokenFile, 'token\n')
  const { port } = server.address() as { port: number }
  const url = `http://127.0.0.1:${port}/v1/transit`
  return { vault: createTransitVault({ url, tokenFile, clock: time.clock }), server }
}

const clock = { now: Date.UTC(2026, 10, 21, 9) }
const time = { now: () => clock.now, clock: () => clock.now }

describe.each([
  ['a folder', async () => createFileVault({ folder: await openFolder(), ...time })],
  ['a key management system', async () => (await openTransit()).vault],
] as const)('the vault in %s', (_where, open) => {
  it('closes under its newest key, opens under each, and no longer under one that was destroyed', async () => {
    const vault = await open()
    const key = randomBytes(32)
    const first = await vault.wrap('device', key)
    expect(Buffer.from(await vault.unwrap('device', first))).toEqual(key)
    clock.now += 1_000
    const added = await vault.add('device')
    expect(await vault.newest('device')).toBe(added)
    const second = await vault.wrap('device', key)
    expect(second.kek).toBe(added)
    expect(Buffer.from(await vault.unwrap('device', first))).toEqual(key)
    expect((await vault.list('device')).map(({ id }) => id)).toEqual([first.kek, added])
    await vault.destroy('device', first.kek)
    expect((await vault.list('device')).map(({ id }) => id)).toEqual([added])
    await expect(vault.unwrap('device', first)).rejects.toMatchObject({ name: 'VaultError' })
    expect(Buffer.from(await vault.unwrap('device', second))).toEqual(key)
  })

  it('opens nothing under another purpose, and nothing with a bit changed', async () => {
    const vault = await open()
    const wrapped = await vault.wrap('device', randomBytes(32))
    await vault.wrap('recovery', randomBytes(32))
    await expect(vault.unwrap('recovery', wrapped)).rejects.toMatchObject({ name: 'VaultError' })
    const changed = Uint8Array.from(wrapped.wrapped)
    changed[20] = (changed[20] ?? 0) ^ 1
    await expect(vault.unwrap('device', { ...wrapped, wrapped: changed })).rejects.toMatchObject({
      reason: 'broken',
    })
  })
})

it('the vault in a folder is readable for its user alone, and has a key at the first use', async () => {
  const folder = join(await openFolder(), 'keys')
  const vault = createFileVault({ folder, ...time })
  await vault.newest('recovery')
  const [file = ''] = await readdir(folder)
  expect(file).toMatch(/^recovery\.\d{14}-[0-9a-f]{8}\.key$/)
  expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(await readFile(join(folder, file), 'utf8')).toMatch(/^[0-9a-f]{64}$/)
  await writeFile(join(folder, file), 'nonsense')
  const again = createFileVault({ folder, ...time })
  await expect(again.newest('recovery')).rejects.toMatchObject({ reason: 'broken' })
})

it.runIf(process.getuid?.() === 0)('what root makes in it is its owner’s, who runs the server', async () => {
  const data = await openFolder()
  await chown(data, 65_534, 65_534)
  const folder = join(data, 'custody-keys')
  const vault = createFileVault({ folder, now: Date.now, clock: () => 0 })
  await vault.list('device')
  await vault.add('device')
  const made = [folder, ...(await readdir(folder)).map(file => join(folder, file))]
  expect(made).toHaveLength(3)
  for (const path of made) expect(await stat(path)).toMatchObject({ uid: 65_534, gid: 65_534 })
})

it('T104: a key management system that is away closes and opens nothing', async () => {
  const { vault, server } = await openTransit()
  const wrapped = await vault.wrap('device', randomBytes(32))
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
  await expect(vault.unwrap('device', wrapped)).rejects.toMatchObject({ reason: 'away' })
})

it('F44: a slow key management system times out, and after three times calls fail at once for 5 s', async () => {
  let asked = 0
  let isSlow = true
  const server = createServer((_request, response) => {
    asked++
    // The second one begins to answer, and does not end it.
    if (asked === 2) response.write('{')
    if (!isSlow) response.end(JSON.stringify({ data: { latest_version: 7 } }))
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  closes.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const tokenFile = join(await openFolder(), 'token')
  await writeFile(tokenFile, 'token')
  const { port } = server.address() as { port: number }
  const deps = { url: `http://127.0.0.1:${port}/v1/transit`, tokenFile, clock: time.clock, patience: 1_000 }
  const vault = createTransitVault(deps)
  for (const times of [1, 2, 3, 3, 3]) {
    await expect(vault.newest('device')).rejects.toMatchObject({ reason: 'away' })
    expect(asked).toBe(times)
  }
  clock.now += 5_000
  await expect(vault.newest('device')).rejects.toMatchObject({ reason: 'away' })
  await expect(vault.newest('device')).rejects.toMatchObject({ reason: 'away' })
  expect(asked).toBe(4)
  clock.now += 5_000
  isSlow = false
  deps.patience = 10_000
  expect([await vault.newest('device'), await vault.newest('device'), asked]).toEqual(['v7', 'v7', 6])
})

describe('CUSTODY_KEKS', () => {
  const keyOf = (digit: string) => digit.repeat(64)
  const all = `device:a:${keyOf('1')},recovery:a:${keyOf('2')}, password:a:${keyOf('3')},device:b:${keyOf('4')}`

  it('lists keys, of which the last of a purpose is the newest; no log line has one', async () => {
    const settings = parseEnvironment({ CUSTODY_KEKS: all })
    const vault = createListedVault(settings.custody.keys ?? new Map())
    expect(await vault.newest('device')).toBe('b')
    await expect(vault.add('device')).rejects.toThrow('CUSTODY_KEKS')
    await expect(vault.destroy('device', 'a')).rejects.toThrow('CUSTODY_KEKS')
    for (const digit of '1234') expect(settingsSecrets(settings)).toContain(keyOf(digit))
  })

  it.each([
    ['', 'has no key for recovery, password', `device:a:${keyOf('1')}`],
    ['', 'must list keys as', `device:a:${keyOf('g')}`],
    ['', 'twice', `${all},device:a:${keyOf('5')}`],
    ['', 'one key twice', `${all},device:c:${keyOf('1')}`],
  ])('%srefused: %s', (_, why, text) => {
    expect(() => parseEnvironment({ CUSTODY_KEKS: text })).toThrow(why)
    expect(() => parseEnvironment({ CUSTODY_KEKS: text })).not.toThrow(keyOf('1'))
  })

  it('a key management system needs a token', () => {
    expect(() => parseEnvironment({ CUSTODY_TRANSIT_URL: 'https://vault.example/v1/transit' })).toThrow(
      'CUSTODY_TRANSIT_TOKEN_FILE',
    )
    expect(() => parseEnvironment({ CUSTODY_MODE: 'split-operator' })).toThrow(
      'must be one of user, operator',
    )
  })
})

it('a row’s key opens for the purpose that it was closed for alone, also with one key for all of them', async () => {
  const keys = [{ id: 'one', key: randomBytes(32) }]
  const vault = createLocalVault({
    read: async () => keys,
    add: async () => 'one',
    destroy: async () => {},
  })
  const closed = await vault.wrap('device', randomBytes(32))
  await expect(vault.unwrap('recovery', closed)).rejects.toThrow('does not open')
  expect(await vault.unwrap('device', closed)).toHaveLength(32)
})
