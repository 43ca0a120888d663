import type { HttpBindings } from '@hono/node-server'
import fc from 'fast-check'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { AppTypes } from './appTypes.ts'
import { createClientAddress } from './createClientAddress.ts'

async function address(trusted: readonly string[], socket: string | undefined, forwarded?: string) {
  const read = createClientAddress(trusted)
  const app = new Hono<AppTypes>().get('/', c => c.text(read(c)))
  const bindings = { incoming: { socket: { remoteAddress: socket } } } as unknown as HttpBindings
  const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return (await app.request('/', { headers }, bindings)).text()
}

describe('createClientAddress', () => {
  it.each([
    ['nobody is trusted', [], '198.51.100.1', '1.2.3.4', '198.51.100.1'],
    ['the socket is not a trusted proxy', ['10.0.0.0/8'], '198.51.100.1', '1.2.3.4', '198.51.100.1'],
    ['one proxy', ['10.0.0.0/8'], '10.0.0.1', '198.51.100.9', '198.51.100.9'],
    [
      'a client that forged entries in front',
      ['10.0.0.0/8'],
      '10.0.0.1',
      '1.1.1.1, 10.9.9.9, 198.51.100.9',
      '198.51.100.9',
    ],
    ['two proxies', ['10.0.0.1', '10.0.0.2'], '10.0.0.1', '1.1.1.1, 198.51.100.9, 10.0.0.2', '198.51.100.9'],
    ['a proxy that adds ports', ['10.0.0.1'], '10.0.0.1', '198.51.100.9:4711', '198.51.100.9'],
    ['garbage from a proxy', ['10.0.0.1'], '10.0.0.1', 'unknown', '10.0.0.1'],
    ['no header', ['10.0.0.1'], '10.0.0.1', undefined, '10.0.0.1'],
    ['IPv4 inside IPv6', ['10.0.0.1'], '::ffff:10.0.0.1', '198.51.100.9', '198.51.100.9'],
    ['an IPv6 proxy', ['fd00::/8'], 'fd00::1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['IPv6 by its /64', [], '2001:db8::1', undefined, '2001:db8:0:0::/64'],
    ['IPv6 in brackets with a port', ['10.0.0.1'], '10.0.0.1', '[2001:0db8::1]:443', '2001:db8:0:0::/64'],
    ['a zone', [], 'fe80::1%eth0', undefined, 'fe80:0:0:0::/64'],
    ['loopback', [], '::1', undefined, '0:0:0:0::/64'],
    ['IPv4 inside IPv6, in hexadecimal', ['10.0.0.1'], '::ffff:a00:1', '::FFFF:c633:6409', '198.51.100.9'],
    ['IPv4 inside IPv6, written out', [], '0:0:0:0:0:ffff:198.51.100.9', undefined, '198.51.100.9'],
    ['the outdated form of IPv4 inside IPv6', ['10.0.0.1'], '10.0.0.1', '::198.51.100.9', '0:0:0:0::/64'],
    ['a dotted tail that is no mapping', [], '64:ff9b::198.51.100.9', undefined, '64:ff9b:0:0::/64'],
    ['a zone in brackets with a port', ['10.0.0.1'], '10.0.0.1', '[fe80::1%25eth0]:443', 'fe80:0:0:0::/64'],
    ['a zone that holds another address', ['10.0.0.1'], '10.0.0.1', 'fe80::1%10.0.0.1', 'fe80:0:0:0::/64'],
    ['a zone alone', ['10.0.0.1'], '10.0.0.1', '%eth0', '10.0.0.1'],
    ['IPv4 as one number', ['10.0.0.1'], '10.0.0.1', '3325256713', '10.0.0.1'],
    ['IPv4 in octal', ['10.0.0.1'], '10.0.0.1', '0306.063.0144.011', '10.0.0.1'],
    ['IPv4 in hexadecimal', ['10.0.0.1'], '10.0.0.1', '0xc6336409', '10.0.0.1'],
    ['IPv4 with a part missing', ['10.0.0.1'], '10.0.0.1', '198.51.25609', '10.0.0.1'],
    ['IPv6 with two gaps', ['10.0.0.1'], '10.0.0.1', '2001::db8::1', '10.0.0.1'],
    ['IPv6 with nine groups', ['10.0.0.1'], '10.0.0.1', '1:2:3:4:5:6:7:8:9', '10.0.0.1'],
    ['a range', ['10.0.0.1'], '10.0.0.1', '198.51.100.0/24', '10.0.0.1'],
    ['half a bracket', ['10.0.0.1'], '10.0.0.1', '[2001:db8::1', '10.0.0.1'],
    ['no socket', [], undefined, '1.2.3.4', 'unknown'],
  ])('%s', async (_name, trusted, socket, forwarded, expected) => {
    expect(await address(trusted, socket, forwarded)).toBe(expected)
  })

  it('T102: counts 1,000 forged headers as one client', async () => {
    const seen = new Set<string>()
    const headers = fc.sample(
      fc.array(fc.ipV4(), { maxLength: 5 }).map(list => list.join(', ')),
      1_000,
    )
    for (const header of headers) seen.add(await address(['10.0.0.0/8'], '198.51.100.1', header))
    expect([...seen]).toEqual(['198.51.100.1'])
  })

  it('counts all spellings of one IPv6 network as one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.ipV6(), async ip => {
        const client = await address([], ip)
        const canonical = new URL(`http://[${ip}]`).hostname.slice(1, -1)
        expect(await address([], canonical)).toBe(client)
      }),
    )
  })
})
