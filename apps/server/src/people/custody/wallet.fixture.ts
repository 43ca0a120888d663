import { createHash, createHmac, createPrivateKey, randomBytes, randomUUID, sign } from 'node:crypto'
import { type CustodyWallet, custodyChangeText, custodyPossessionText } from 'latchkey/services'
import { openApp, type TestApp } from '../../app.fixture.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { Store } from '../../core/store/store.ts'
import { createKeyProofs, type KeyProofs } from '../signin/createKeyProofs.ts'
import { createOnce } from '../signin/createOnce.ts'
import { type CallChange, type DeviceKey, makeDeviceKey, wallet } from '../signin/deviceKey.fixture.ts'
import type { AccountAddresses, Authorise, CustodyCaller } from './custodyCaller.ts'
import type { KeyVault } from './vault/vault.ts'

export { wallet }

type Session = Pick<CustodyCaller, 'accountId' | 'sessionAge' | 'provedBy'> & {
  /** Whether the account has a passkey that proves. */
  readonly isKeyed?: boolean
}

/** The least that custody needs of login: tokens that name a session, with the proofs that hosted sign-in takes. */
export interface TestLogin {
  readonly sessions: Map<string, Session>
  readonly addresses: Map<string, string[]>
  readonly deps: { readonly authorise: Authorise; readonly addresses: AccountAddresses }
}

export function createTestLogin(store: () => Pick<Store, 'compose' | 'write'>, now: () => number): TestLogin {
  const sessions = new Map<string, Session>()
  const addresses = new Map<string, string[]>()
  let proofs: KeyProofs | undefined
  return {
    sessions,
    addresses,
    deps: {
      async authorise(c) {
        proofs ??= createKeyProofs({ once: createOnce({ store: store(), now }), publicUrls: [], now })
        const [, token = ''] = /^DPoP ([\w-]{1,200})$/.exec(c.req.header('authorization') ?? '') ?? []
        const session = sessions.get(token)
        const proof = session && (await proofs.open(c, token))
        if (session === undefined || proof === undefined) throw new RouteFault('SIGN_IN_INVALID')
        const { key: deviceThumbprint, id: proofId, bodyHash } = proof
        const hasPasskey = async () => session.isKeyed === true
        const proveByKey = async () =>
          void sessions.set(token, { ...session, sessionAge: 0, provedBy: 'key' })
        return {
          ...session,
          hasPasskey,
          proveByKey,
          deviceId: deviceThumbprint,
          deviceThumbprint,
          proofId,
          bodyHash,
        }
      },
      addresses: { addressesOf: async account => addresses.get(account) ?? [] },
    },
  }
}

export interface CustodyApp extends TestApp {
  readonly login: TestLogin
  readonly at: { now: number }
}

/** The whole app with a project `shop` and a login of the test's own. */
export async function openCustody(
  environment: Readonly<Record<string, string>> = {},
  options: { readonly custodyVault?: KeyVault } = {},
): Promise<CustodyApp> {
  const at = { now: Date.UTC(2026, 10, 21, 9) }
  const now = () => at.now
  let app: TestApp | undefined
  const login = createTestLogin(() => {
    if (app === undefined) throw new Error('not open yet')
    return app.store
  }, now)
  app = await openApp(
    { FRAME_ORIGIN: wallet, ...environment },
    { ...options, login: login.deps, now, clock: now },
  )
  await app.addProject('shop', ['https://shop.example'])
  return { ...app, login, at }
}

/** Whatever an answer may hold; a test reads what it expects. */
interface AnswerBody {
  readonly code?: string
  readonly half: string
  readonly commit: string
  readonly open: string | null
  readonly left: number
  readonly evaluated: string
  readonly exportAt: string
  readonly wallet: NonNullable<CustodyWallet['wallet']>
}

/** How a call differs from an honest one; `project` is another one that it goes by. */
type DeviceChange = CallChange & { readonly project?: string }

/** A device of an account: a key of its own, a session, and the secrets that a wallet would hold there. */
export interface Device {
  readonly account: string
  readonly device: string
  readonly token: string
  /** Sends a call with its token and a proof for its body. */
  call(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    change?: DeviceChange,
  ): Promise<{ readonly status: number; readonly body: AnswerBody; readonly headers: Headers }>
  /** The body with the signature that shows the key. */
  own(path: string, entropy: Uint8Array, body: object): object
}

export async function openDevice(
  app: Pick<CustodyApp, 'request' | 'login' | 'at'>,
  account: string,
  session: Partial<Session> = {},
): Promise<Device> {
  const key = await makeDeviceKey()
  const token = randomUUID()
  app.login.sessions.set(token, { accountId: account, sessionAge: 1_000, provedBy: 'email', ...session })
  return deviceOf(app, key, { account, token })
}

/** A device whose session is there already. */
export function deviceOf(
  app: Pick<CustodyApp, 'request' | 'at'>,
  key: DeviceKey,
  { account, token }: { readonly account: string; readonly token: string },
): Device {
  const { thumbprint: device } = key
  return {
    account,
    device,
    token,
    async call(method, path, body, { project = 'shop', ...change } = {}) {
      const call = { method, path: `custody/${path}`, body, token, project, now: app.at.now }
      const response = await key.send(app, call, change)
      return {
        status: response.status,
        body: (await response.json()) as AnswerBody,
        headers: response.headers,
      }
    },
    own: (path, entropy, body) => ({
      ...body,
      possession: sign(
        null,
        Buffer.from(custodyPossessionText({ path: `/v1/custody/${path}`, account, device, body })),
        ownerOf(entropy).key,
      ).toString('hex'),
    }),
  }
}

/** An Ed25519 key from the wallet's own; how it is derived is the frame's business. */
export function ownerOf(entropy: Uint8Array) {
  const seed = createHmac('sha256', entropy).update('owner').digest()
  const key = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  })
  return { key, owner: Buffer.from(String(key.export({ format: 'jwk' }).x), 'base64url').toString('hex') }
}

export const hexOf = (bytes: number) => randomBytes(bytes).toString('hex')

export function xor(a: Uint8Array, b: Uint8Array): Buffer {
  return Buffer.from(a.map((byte, index) => byte ^ (b[index] ?? 0)))
}

/** A key, split for one device, as it is handed in. */
export function splitKey(entropy = randomBytes(32)) {
  const own = randomBytes(32)
  const version = hexOf(16)
  return { entropy, own, version, half: xor(entropy, own).toString('hex') }
}

/** A recovery factor whose secret is the test's: the visitor's key share stays here. */
export function makeFactor(entropy: Uint8Array, kind: 'code' | 'password' | 'operator' = 'code') {
  const own = randomBytes(32)
  const factor = {
    id: hexOf(16),
    kind,
    params: {},
    half: xor(entropy, own).toString('hex'),
    ...(kind === 'operator'
      ? { open: own.toString('hex') }
      : { sealed: { v: 2, alg: 'A256GCM', kdf: kind, epoch: 0, iv: hexOf(12), data: hexOf(48) } }),
  }
  return { own, factor }
}

/** Makes an account's key on a device; `more` is what the body has besides. */
export async function createWallet(
  device: Device,
  factors: readonly { readonly factor: object }[] = [],
  more: object = {},
) {
  const split = splitKey()
  const { entropy, version, half } = split
  const body = {
    commit: hexOf(16),
    owner: ownerOf(entropy).owner,
    version,
    half,
    factors: factors.map(({ factor }) => factor),
    ...more,
  }
  const answer = await device.call('POST', 'wallet', device.own('wallet', entropy, body))
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return { ...split, commit: body.commit }
}

/** Gives another device a key share, as its frame does once it has recovered the key. */
export async function pairDevice(device: Device, entropy: Uint8Array) {
  const own = randomBytes(32)
  const { version } = splitKey()
  const body = { epoch: 1, version, half: xor(entropy, own).toString('hex') }
  const answer = await device.call('POST', 'pair', device.own('pair', entropy, body))
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return { version }
}

export const release = (
  device: Device,
  point: { readonly epoch?: number; readonly version: string },
  change?: Parameters<Device['call']>[3],
  purpose = 'sign',
) =>
  device.call(
    'POST',
    'release',
    { epoch: point.epoch ?? 1, version: point.version, request: hexOf(32), purpose },
    change,
  )

/** Releases a device's key share for one change of its account's recovery, as the frame does before that call. */
export const releaseFor = (
  device: Device,
  point: { readonly epoch?: number; readonly version: string },
  of: Parameters<typeof custodyChangeText>[0],
) => {
  const request = createHash('sha256').update(custodyChangeText(of)).digest('hex')
  const { epoch = 1, version } = point
  return device.call('POST', 'release', { epoch, version, request, purpose: 'recovery' })
}
