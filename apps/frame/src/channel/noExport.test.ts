import fc from 'fast-check'
import { oneOf } from 'latchkey/oneof'
import {
  embeddedRpcMethods,
  formatBase58,
  frameCalls,
  frameScreens,
  readFrameRequest,
} from 'latchkey/services'
import { expect, onTestFinished, test, vi } from 'vitest'
import { shop } from '../../../server/src/people/login/login.fixture.ts'
import { openLogins } from '../../../server/src/people/login/openLogins.fixture.ts'
import type { Frame } from '../frame.ts'
import { handlers } from '../handlers.ts'
import { toHex } from '../keys/bytes.ts'
import { deriveEvmKey } from '../keys/derive/deriveEvmKey.ts'
import { deriveSolanaKey } from '../keys/derive/deriveSolanaKey.ts'
import { seedOf, toWords } from '../keys/derive/words.ts'
import { openLoginBrowser } from '../login/login.fixture.ts'
import { loginPlace } from '../login/loginPlace.ts'
import { serveCalls } from './serveCalls.ts'

const open = openLogins({ allows: 'all' })
const seed = 80
const rounds = 3_000
const atOnce = 100

const products = (first: readonly string[], second: readonly string[], glue: string) =>
  first.flatMap(a => second.map(b => a + glue + b))
/** Names that a page would try; none is of the protocol. */
const wished = products(
  ['EXPORT', 'GET', 'SHOW', 'REVEAL', 'READ', 'DUMP', 'BACKUP', 'COPY', 'RELEASE', 'OPEN'],
  ['KEY', 'PRIVATE_KEY', 'SEED', 'MNEMONIC', 'WORDS', 'KIT', 'SHARE', 'SECRET', 'ENTROPY', 'WALLET', 'CODE'],
  '_',
)
const methods = products(
  ['eth', 'wallet', 'personal', 'solana', 'latchkey', 'custody', 'keys', 'account'],
  ['exportKey', 'exportPrivateKey', 'export', 'getPrivateKey', 'revealSeed', 'getMnemonic', 'backup', 'dump'],
  '_',
)
const odd = [...Object.getOwnPropertyNames(Object.prototype), 'then', '', ' ']
/** These two end the login or the page, and nothing is left to be taken. */
const ending: readonly string[] = ['SIGN_OUT', 'RELOAD']
const known = Object.keys(frameCalls).filter(name => !ending.includes(name))

const method = fc.oneof(
  fc.constantFrom(...methods, ...odd),
  fc.constantFrom(...Object.keys(embeddedRpcMethods)),
  fc.string({ maxLength: 30 }),
)
const params = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    ['0x6578706f7274', 'me'],
    [{ purpose: 'export' }],
    { purpose: 'export' },
    [],
    null,
  ),
)
const payload = fc.oneof(
  fc.constantFrom<unknown>({}, { purpose: 'export' }, { export: true }, undefined),
  fc.jsonValue({ maxDepth: 4 }),
)
const type = fc
  .tuple(
    fc.constantFrom(...Array<string>(6).fill('@latchkey-app/'), '@latchkey-frame/', '@latchkey-window/', ''),
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...known) },
      { weight: 2, arbitrary: fc.constantFrom(...wished, ...odd) },
      fc.string({ maxLength: 20 }),
    ),
    fc.constantFrom('', '', '', '', '_SUCCESS', '\u0000'),
  )
  .map(parts => parts.join(''))
const screen = fc.record({
  screen: fc.constantFrom('SETTINGS', 'RECOVERY_SETUP', 'DEVICES', 'APPROVE', 'EXPORT', ...odd),
  data: fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant({ start: 'export', purpose: 'export' })),
})

/** What a page posts: nearly a request, mostly; anything that can be posted, else. */
function messagesOf(address: string) {
  const called = (name: string, asked: fc.Arbitrary<unknown>) =>
    fc.record({ type: fc.constant(`@latchkey-app/${name}`), id: fc.uuid({ version: 4 }), payload: asked })
  const chainId = fc.constantFrom('eip155:1', 'eip155:1', 'eip155:2', '')
  const signing = fc.constant({
    chainId: 'eip155:1',
    method: 'personal_sign',
    params: ['0x6578706f7274', address],
  })
  const message = fc.oneof(
    { weight: 8, arbitrary: fc.record({ type, id: fc.uuid({ version: 4 }), payload }) },
    { weight: 6, arbitrary: called('RPC_REQUEST', fc.record({ chainId, method, params })) },
    { weight: 1, arbitrary: called('RPC_REQUEST', signing) },
    { weight: 2, arbitrary: called('SHOW_SCREEN', screen) },
    { weight: 1, arbitrary: fc.record({ type, id: fc.jsonValue(), payload, port: fc.jsonValue() }) },
    { weight: 1, arbitrary: fc.jsonValue() },
  )
  return fc.sample(message, { seed, numRuns: rounds })
}

test('T80: no message and no method of a page exports the key or a share of it', async () => {
  const app = await open()
  const phone = await openLoginBrowser(app)
  await phone.enter('ann@mail.example')
  await phone.login.settled()
  const secrets: string[] = []
  await (await phone.login.loggedIn())?.withKey('11'.repeat(32), async entropy => {
    const all = await seedOf(entropy)
    for (const secret of [entropy, all, deriveEvmKey(all), deriveSolanaKey(all)])
      secrets.push(...spellings(secret))
    secrets.push(toWords(entropy))
  })
  const leaks = (said: unknown) => {
    const text = plain(said)
    return secrets.filter(secret => text.includes(secret))
  }
  expect(secrets.length).toBeGreaterThan(12)
  expect(secrets.every(secret => leaks({ result: [secret] }).length > 0)).toBe(true)
  const audit = () =>
    app.store.db.selectFrom('custody_audit').select(['action', 'detail']).orderBy('id').execute()
  const before = await audit()
  phone.calls.length = 0

  // Nodes that know every method, and answer what they got.
  vi.stubGlobal('fetch', async (_url: unknown, init?: RequestInit) => {
    const { id = 1, params: got = [] } = JSON.parse(String(init?.body ?? '{}'))
    return Response.json({ jsonrpc: '2.0', id, result: JSON.stringify(got) })
  })
  const life = new AbortController()
  const { port1, port2 } = new MessageChannel()
  onTestFinished(() => {
    life.abort()
    port2.close()
    vi.unstubAllGlobals()
  })
  const shown: string[] = []
  const said: unknown[] = []
  const frame = {
    site: { services: 'http://localhost', projectId: 'shop' },
    host: shop,
    protocol: 1,
    store: phone.store,
    screens: {
      // The visitor agrees to nothing.
      show(name: string) {
        shown.push(name)
        return { result: Promise.resolve('closed'), close() {} }
      },
      closeAll() {},
      dress() {},
      count: 0,
    },
    page: { theme: {}, dapp: { chains: ['eip155:1'] } },
    login: () => phone.login.loggedIn(),
    emit: (name: string, event: unknown) => void said.push([name, event]),
    signal: life.signal,
  } as unknown as Frame
  oneOf(frame, loginPlace).login = Promise.resolve(phone.login)
  serveCalls(port1, frame, handlers)
  const answers: { readonly id: unknown; readonly type: string }[] = []
  port2.onmessage = ({ data }) => answers.push(data)

  const messages = messagesOf((await phone.login.loggedIn())?.addresses.eip155 ?? '')
  let expected = 0
  for (let at = 0; at < messages.length; at += atOnce) {
    for (const each of messages.slice(at, at + atOnce)) {
      if (readFrameRequest(each).is !== 'malformed') expected++
      port2.postMessage(each)
    }
    await expect.poll(() => answers.length).toBe(expected)
  }

  expect([...answers, ...said].flatMap(leaks)).toEqual([])
  // Not one share left the services, under this label or another, and no screen shows the key.
  expect(await audit()).toEqual(before)
  expect(
    phone.calls.filter(path => path.startsWith('/v1/custody/') && path !== '/v1/custody/wallet'),
  ).toEqual([])
  expect(shown).toContain('APPROVE')
  expect(shown).toContain('SETTINGS')
  expect(shown.filter(name => name !== 'APPROVE' && !frameScreens.some(each => each === name))).toEqual([])
  // It was no wall of refusals: the wallet was open all along, and much was answered.
  expect(answers.filter(each => String(each.type).endsWith('_SUCCESS')).length).toBeGreaterThan(50)
  expect(expected).toBeGreaterThan(rounds / 2)
  expect(await phone.login.loggedIn()).toBeDefined()
})

/** How a secret would be written. */
function spellings(secret: Uint8Array): readonly string[] {
  const bytes = Buffer.from(secret)
  // Without the last group, which depends on what follows.
  const base64 = bytes.toString('base64').replace(/=+$/, '').slice(0, -1)
  return [
    toHex(bytes),
    base64,
    bytes.toString('base64url').slice(0, -1),
    formatBase58(bytes),
    bytes.join(','),
    BigInt(`0x${toHex(bytes)}`).toString(),
  ]
}

/** All that was said, as text in small letters and as it is, with bytes in hexadecimal. */
function plain(said: unknown): string {
  const text = JSON.stringify(said, (_name, value: unknown) => {
    if (value instanceof ArrayBuffer) return toHex(new Uint8Array(value))
    return ArrayBuffer.isView(value)
      ? toHex(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
      : value
  })
  return `${text} ${text.toLowerCase()}`
}
