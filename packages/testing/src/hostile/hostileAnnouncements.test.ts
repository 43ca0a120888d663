import { describe, expect, it } from 'vitest'
import { announceHostile } from './announceHostile.ts'
import { hostileAnnouncements } from './hostileAnnouncements.ts'

const known = hostileAnnouncements()

function read(id: string): unknown {
  const [detail] = known.find(announcement => announcement.id === id)?.details() ?? []
  return detail
}

describe('hostile announcements (T21)', () => {
  it('have unique ids and name their attack', () => {
    expect(new Set(known.map(({ id }) => id)).size).toBe(known.length)
    for (const { why } of known) expect(why).toMatch(/^[A-Z].*\.$/)
  })

  it.each(known.map(({ id }) => id))('%s can be announced, made anew each time', id => {
    const target = new EventTarget()
    const seen: unknown[] = []
    target.addEventListener('eip6963:announceProvider', event => seen.push((event as CustomEvent).detail))
    const stop = announceHostile({ ids: [id], target })
    const first = seen.length
    expect(first).toBeGreaterThan(0)
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(seen).toHaveLength(first * 2)
    stop()
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(seen).toHaveLength(first * 2)
  })

  it('match their names', () => {
    const details = known.find(({ id }) => id === 'stolenRdns')?.details() as {
      info: { rdns: string; uuid: string }
    }[]
    expect(details.map(({ info }) => info.rdns)).toEqual(['io.metamask', 'io.metamask'])
    expect(details[0]?.info.uuid).not.toBe(details[1]?.info.uuid)
    expect(read('scriptIcon')).toMatchObject({ info: { icon: expect.stringMatching(/^javascript:/) } })
    expect((read('hugeIcon') as { info: { icon: string } }).info.icon.length).toBeGreaterThan(1_000_000)
    expect(() => (read('throwingProviderGetter') as { provider: unknown }).provider).toThrow()
    expect(() => (read('throwingInfoGetters') as { info: { name: unknown } }).info.name).toThrow()
    expect(() => Object.keys(read('proxyDetail') as object)).toThrow()
    expect(() => String((read('objectName') as { info: { name: unknown } }).info.name)).toThrow()
    const shifting = read('shiftingInfo') as { info: { name: string } }
    expect(shifting.info.name).not.toBe(shifting.info.name)
    expect('provider' in (read('missingProvider') as object)).toBe(false)
  })

  it('refuse an unknown id', () => {
    expect(() => announceHostile({ ids: ['nobody'], target: new EventTarget() })).toThrow(TypeError)
  })
})
