import { describe, expect, it } from 'vitest'
import { relayErrors, relayRefusals } from '../../contract/relay.ts'
import { relayFault } from './relayFault.ts'

describe('what a relay says, as an error of ours (SPEC §8)', () => {
  it.each(Object.values(relayRefusals))('$reason: $error', ({ reason, error }) => {
    for (const text of [reason, `Authorization error: ${reason}`, `${reason}: more`])
      expect(relayFault(3_000, text)).toMatchObject({ code: error, context: { relayCode: 3_000 } })
  })

  it.each(Object.entries(relayErrors))('%s', (name, { code, message }) => {
    expect(relayFault(code, message)).toMatchObject({
      code: name === 'TooManyRequests' ? 'APKT010' : 'APKT009',
      context: { relayCode: code, reason: message },
    })
  })

  it('a text without end is cut', () => {
    expect(relayFault(1, 'x'.repeat(10_000)).context.reason).toHaveLength(300)
  })
})
