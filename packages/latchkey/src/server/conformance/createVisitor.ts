/** A browser in front of a sign-in server: keeps cookies, names its page, and signs with a key of its own. */
import { testAccounts } from '@latchkey/testing'
import { privateKeyToAccount } from 'viem/accounts'
import type { CaipNetworkId } from '../../contract/caip.ts'
import { formatSignInMessage, type SignInMessage } from '../../contract/signInMessage.ts'

export type Ask = (request: Request) => Promise<Response>

export interface VisitorOptions {
  readonly origin: string
  /** Where the routes are, from the outside. */
  readonly url: string
  readonly ask: Ask
  readonly account?: number
}

export function createVisitor({ origin, url, ask, account = 0 }: VisitorOptions) {
  const jar = new Map<string, string>()
  const key = testAccounts[account]?.privateKey
  if (!key) throw new Error('there is no such test account')
  const signer = privateKeyToAccount(key)

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const request = new Request(`${url}/${path}`, {
      method,
      headers: {
        ...(jar.size > 0 && { cookie: [...jar].map(each => each.join('=')).join('; ') }),
        ...(method === 'POST' && { origin, 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const response = await ask(request)
    for (const each of response.headers.getSetCookie()) {
      const [pair = ''] = each.split(';', 1)
      const at = pair.indexOf('=')
      if (/max-age=0/i.test(each)) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return response
  }

  async function write(changed: Partial<SignInMessage> = {}): Promise<string> {
    const { nonce, issuedAt } = (await (await call('GET', 'nonce')).json()) as {
      nonce: string
      issuedAt: string
    }
    return formatSignInMessage({
      domain: new URL(origin).host,
      accountAddress: signer.address,
      uri: `${origin}/`,
      version: '1',
      chainId: 'eip155:1',
      nonce,
      issuedAt,
      ...changed,
    })
  }

  return {
    jar,
    address: signer.address,
    call,
    write,
    sign: (message: string) => signer.signMessage({ message }),
    async signIn(chainId: CaipNetworkId = 'eip155:1') {
      const message = await write({ chainId })
      return call('POST', 'verify', { message, signature: await signer.signMessage({ message }) })
    },
    cookieHeader: () => [...jar].map(each => each.join('=')).join('; '),
  }
}
