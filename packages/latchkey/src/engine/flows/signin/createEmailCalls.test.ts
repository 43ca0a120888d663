import { expect, test } from 'vitest'
import type { RouteDefinition } from '../../../contract/route.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { createEmailCalls } from './createEmailCalls.ts'
import { createPageKey } from './createPageKey.ts'

const services = Date.parse('2026-11-21T09:00:00.000Z')

interface Call {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
}

test.each([0, 2, -2])(
  'F38 a code is proven by the services’ time, on a machine that is %i days off',
  async days => {
    const calls: Call[] = []
    const api = async () => ({
      async call({ path }: RouteDefinition, { headers }: { headers?: Record<string, string> }) {
        calls.push({ path, ...(headers && { headers }) })
        return path.endsWith('/verify')
          ? { emailProof: 'a proof', email: 'ada@example.com' }
          : {
              flow: 'a flow',
              issuedAt: new Date(services).toISOString(),
              expiresAt: '2026-11-21T09:10:00.000Z',
            }
      },
    })
    const clock = createFakeClock(services + days * 86_400_000)
    const ctx = {
      config: { id: 'shop', endpoints: { api: 'https://api.example' } },
      clock,
      random: { id: () => 'an id of its own' },
      signal: new AbortController().signal,
      api,
    }
    const store = { read: async () => undefined, write: async () => undefined, clear: async () => undefined }
    const email = await createEmailCalls(ctx as never, await createPageKey(ctx as never, store))
    await email.verify(await email.send('ada@example.com'), '12345678')
    expect(calls.map(({ path }) => path)).toEqual(['/v1/signin/email', '/v1/signin/email/verify'])
    const [, claims = ''] = calls[1]?.headers?.DPoP?.split('.') ?? []
    expect(JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).iat).toBe(services / 1_000)
  },
)
