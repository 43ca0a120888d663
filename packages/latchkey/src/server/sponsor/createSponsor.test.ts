import { createHmac } from 'node:crypto'
import { expect, it, test } from 'vitest'
import { createSponsor, type SponsoredOperation, type SponsorOptions } from './createSponsor.ts'

const key = Buffer.from('0123456789abcdef0123456789abcdef')
const secret = `whsec_${key.toString('base64')}`
const account = '0x3333333333333333333333333333333333333333'
const data = {
  project: 'shop',
  network: 'eip155:1',
  account,
  calls: [{ to: account, value: '12345678901234567890', data: '0x12' }],
  mostCost: '400000000000000',
  isFinal: true,
}

function ask(change: { body?: string; by?: Buffer; time?: number; method?: string } = {}): Request {
  const question = { type: 'sponsor.question', timestamp: new Date().toISOString(), data }
  const {
    body = JSON.stringify(question),
    by = key,
    time = Math.floor(Date.now() / 1_000),
    method = 'POST',
  } = change
  const mac = createHmac('sha256', by).update(`sponsor_1.${time}.${body}`).digest('base64')
  return new Request('https://shop.example/sponsor', {
    method,
    headers: {
      'webhook-id': 'sponsor_1',
      'webhook-timestamp': String(time),
      'webhook-signature': `v1,${mac}`,
    },
    ...(method === 'POST' && { body }),
  })
}

it('decides by the calls, in exact numbers', async () => {
  const asked: SponsoredOperation[] = []
  const sponsor = createSponsor({ secret, decide: operation => asked.push(operation) > 0 })
  const answer = await sponsor.handle(ask())
  expect([answer.status, await answer.json()]).toEqual([200, { sponsor: true }])
  expect(asked).toEqual([
    {
      ...data,
      calls: [{ to: account, value: 12_345_678_901_234_567_890n, data: '0x12' }],
      mostCost: 400_000_000_000_000n,
    },
  ])
})

it.each([[false], [undefined], ['yes'], [1]])('takes %j for a no', async word => {
  const decide = (() => word) as unknown as SponsorOptions['decide']
  expect(await (await createSponsor({ secret, decide }).handle(ask())).json()).toEqual({ sponsor: false })
})

it('passes an error of the host on, which pays for nothing', async () => {
  const decide = () => Promise.reject(new Error('database is away'))
  await expect(createSponsor({ secret, decide }).handle(ask())).rejects.toThrow('database is away')
})

test.each<[string, Request, number]>([
  ['signed by another', ask({ by: Buffer.alloc(32) }), 401],
  ['of an hour ago', ask({ time: Math.floor(Date.now() / 1_000) - 3_600 }), 401],
  ['that is no question', ask({ body: '{}' }), 400],
  ['that is no JSON', ask({ body: '{' }), 400],
  ['that is too long', ask({ body: ' '.repeat(1_048_577) }), 413],
  ['by a link', ask({ method: 'GET' }), 405],
])('T139: answers nothing to a question %s', async (_, request, status) => {
  const sponsor = createSponsor({
    secret,
    decide: () => {
      throw new Error('was asked')
    },
  })
  expect((await sponsor.handle(request)).status).toBe(status)
})

test.each(['', 'plain', undefined])('refuses the secret %j at once', bad => {
  expect(() => createSponsor({ secret: bad as string, decide: () => true })).toThrow(/secret/)
})
