import { createHash } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import {
  formatNameChange,
  formatNameMessage,
  type NameChange,
  type NameMessage,
  type NameNonce,
} from 'latchkey/services'
import type { Hex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createLog } from '../../core/log/createLog.ts'
import type { Store } from '../../core/store/store.ts'
import { createApp } from '../../createApp.ts'
import { createServicesContext } from '../../createServicesContext.ts'
import { parseEnvironment } from '../../parseEnvironment.ts'
import { seedDevelopmentProject } from '../../projects/seedDevelopmentProject.ts'

const project = 'projectId=latchkey-dev'
const signerKey: Hex = `0x${'5'.repeat(64)}`

/** The n-th visitor. */
export function visitor(n: number): PrivateKeyAccount {
  return privateKeyToAccount(`0x${createHash('sha256').update(`visitor ${n}`).digest('hex')}`)
}

export interface NamesApp {
  get(path: string): Promise<{ status: number; body: unknown; headers: Headers }>
  post(path: string, body: unknown): Promise<{ status: number; body: unknown; headers: Headers }>
  nonce(): Promise<NameNonce>
  /** What a wallet would send for the name; parts of the message may be others. */
  sign(account: PrivateKeyAccount, name: string, parts?: Partial<NameMessage>): Promise<SignedName>
  register(signed: SignedName): Promise<{ status: number; body: unknown; headers: Headers }>
  /** What a wallet would send for a change of the name. */
  signChange(account: PrivateKeyAccount, change: Change): Promise<SignedName>
  /** The methods that a browser may use from another origin. */
  preflight(path: string): Promise<string | null>
  /** Sends a signed change to the path of a name. */
  put(name: string, signed: SignedName): Promise<{ status: number; body: unknown; headers: Headers }>
}

/** A change with parts of its message, the rest of which comes from a new nonce. */
export type Change = { readonly action: NameChange['action']; readonly name: string } & Partial<
  Readonly<Record<'to' | 'domain' | 'chain' | 'nonce', string>> & {
    readonly ts: number
    readonly attributes: Readonly<Record<string, string>>
  }
>

export interface SignedName {
  readonly coin_type: 60
  readonly address: string
  readonly message: string
  readonly signature: string
}

/** The services over a given store, with a wall clock of the test's own. */
export async function openNames(
  store: Store,
  options: {
    readonly now: () => number
    readonly clock?: () => number
    readonly environment?: Readonly<Record<string, string>>
  },
): Promise<NamesApp> {
  const settings = parseEnvironment({
    LATCHKEY_DEV: '1',
    NAME_SIGNER_KEY: signerKey,
    NAME_REGISTRATIONS_PER_HOUR: '1000',
    RATE_LIMIT_PER_SECOND: '10000',
    RATE_LIMIT_BURST: '10000',
    ...options.environment,
  })
  await seedDevelopmentProject(store, 1)
  const log = createLog({ level: 'silent' })
  const { now, clock } = options
  const app = createApp(createServicesContext({ store, settings, log, now, ...(clock && { clock }) }))

  async function send(path: string, init?: RequestInit) {
    const bindings = { incoming: { socket: { remoteAddress: '203.0.113.7' } } } as unknown as HttpBindings
    const response = await app.request(
      path,
      { headers: { origin: 'http://localhost:4400' }, ...init },
      bindings,
    )
    const text = await response.text()
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      headers: response.headers,
    }
  }
  const withProject = (path: string) => `${path}${path.includes('?') ? '&' : '?'}${project}`
  const names: NamesApp = {
    get: path => send(withProject(path)),
    post: (path, body) =>
      send(withProject(path), {
        method: 'POST',
        headers: { origin: 'http://localhost:4400', 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    nonce: async () => (await names.get('/v1/profile/nonce')).body as NameNonce,
    async sign(account, name, parts = {}) {
      const { nonce, domain, ts } = await names.nonce()
      const message = formatNameMessage({
        name,
        domain,
        chain: 'eip155:31337',
        nonce,
        ts,
        attributes: {},
        ...parts,
      })
      const signature = await account.signMessage({ message })
      return { coin_type: 60, address: account.address, message, signature }
    },
    register: signed => names.post('/v1/profile/account', signed),
    async signChange(account, change) {
      const { nonce, domain, ts } = await names.nonce()
      const message = formatNameChange({
        domain,
        chain: 'eip155:31337',
        nonce,
        ts,
        ...change,
      } as NameChange)
      const signature = await account.signMessage({ message })
      return { coin_type: 60, address: account.address, message, signature }
    },
    async preflight(path) {
      const headers = { origin: 'http://localhost:4400', 'access-control-request-method': 'PUT' }
      const answer = await send(withProject(path), { method: 'OPTIONS', headers })
      return answer.headers.get('access-control-allow-methods')
    },
    put: (name, signed) =>
      send(withProject(`/v1/profile/account/${name}`), {
        method: 'PUT',
        headers: { origin: 'http://localhost:4400', 'content-type': 'application/json' },
        body: JSON.stringify(signed),
      }),
  }
  return names
}
