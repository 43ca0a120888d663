import { describe, expect, it } from 'vitest'
import { malformAnswer, malformedNames } from './malformedAnswers.ts'
import { outcomeNames, parseOutcome } from './outcome.ts'
import { summarise } from './summarise.ts'
import { thrownNames, thrownValue } from './thrownValues.ts'

describe('parseOutcome', () => {
  it.each(outcomeNames)('reads the short form %s', name => {
    expect(parseOutcome(name)).toEqual({ kind: name })
    expect(parseOutcome({ kind: name })).toEqual({ kind: name })
  })

  it.each([
    [{ kind: 'approve', accounts: [1, 0] }],
    [{ kind: 'approve', allowance: '12' }],
    [{ kind: 'reject', message: 'Not today' }],
    [{ kind: 'slow', ms: 20 }],
    [{ kind: 'wrongChain', chainId: 5 }],
    [{ kind: 'malformed', as: 'huge' }],
    [{ kind: 'throw', how: 'string' }],
    [{ kind: 'code', code: -32603, message: 'Broken', data: { x: 1 } }],
    [{ kind: 'answer', value: null }],
  ])('reads the long form %j', outcome => {
    expect(parseOutcome(outcome)).toEqual(outcome)
  })

  it('reads the outcome that follows a slow answer', () => {
    expect(parseOutcome({ kind: 'slow', outcome: 'reject' })).toEqual({
      kind: 'slow',
      outcome: { kind: 'reject' },
    })
  })

  it.each([
    ['refuse'],
    [''],
    [null],
    [7],
    [{}],
    [{ kind: 'nonsense' }],
    [{ kind: 'code' }],
    [{ kind: 'code', code: 1.5 }],
    [{ kind: 'slow', ms: -1 }],
    [{ kind: 'slow', outcome: 'later' }],
    [{ kind: 'malformed', as: 'toString' }],
    [{ kind: 'throw', how: 'constructor' }],
    [{ kind: 'approve', accounts: [-1] }],
    [{ kind: 'approve', allowance: '-1' }],
    [{ kind: 'reject', message: 4001 }],
  ])('refuses %j', outcome => {
    expect(() => parseOutcome(outcome)).toThrow(TypeError)
  })
})

describe('garbage', () => {
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

  it.each(malformedNames)('makes %s, which a log can still store', name => {
    const garbage = malformAnswer(name, [address])
    const kept = JSON.stringify(summarise(garbage)) ?? 'undefined'
    expect(kept.length).toBeLessThan(60_000)
    expect(garbage === undefined || kept !== JSON.stringify([address])).toBe(true)
  })

  it('spoils addresses in ways that look right', () => {
    expect(malformAnswer('wrongCase', [address])).toEqual(['0xF39fD6E51AAD88f6f4CE6Ab8827279CFFfB92266'])
    expect(malformAnswer('truncated', [address])).toEqual([address.slice(0, -1)])
    for (const name of ['wrongCase', 'truncated', 'notHex', 'noPrefix', 'spaced'] as const)
      expect(malformAnswer(name, { at: [{ hash: address }] }), name).not.toEqual({ at: [{ hash: address }] })
    expect(malformAnswer('notHex', [address])).toEqual([`${address.slice(0, -1)}g`])
    expect(malformAnswer('noPrefix', address)).toBe(address.slice(2))
    expect(malformAnswer('huge', address)).toHaveLength(10_000_000)
  })

  it.each(thrownNames)('throws %s, a new error each time', name => {
    const value = thrownValue(name)
    const fresh = typeof value === 'object' && value !== null
    expect(Object.is(thrownValue(name), value)).toBe(!fresh)
  })
})

describe('summarise', () => {
  it('bounds every input', () => {
    const cyclic: Record<string, unknown> = { big: 10n, fn: () => 1, long: 'x'.repeat(5_000) }
    cyclic.self = cyclic
    const summary = summarise(cyclic) as Record<string, unknown>
    expect(summary.big).toBe('10n')
    expect(summary.fn).toBe('[function]')
    expect(summary.long).toMatch(/^x{2000}… \(5000 characters\)$/)
    expect(JSON.stringify(summary)).toContain('[too deep]')
    expect(summarise(new Array(300).fill(1))).toHaveLength(201)
    expect(
      summarise({
        get bad() {
          throw new Error('no')
        },
      }),
    ).toEqual({ bad: '[unreadable]' })
  })
})
